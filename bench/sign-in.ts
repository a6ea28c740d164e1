import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openDatabase } from '@bindery/server/src/database/index.ts'
import { mintId, systemClock } from '@bindery/server/src/kernel/index.ts'
import { createPasswordHasher } from '@bindery/server/src/people/index.ts'
import { insertUser, upsertMembership } from '@bindery/server/src/people/user-store.ts'
import { selectAccountByKey } from '@bindery/server/src/identity/index.ts'
import { median } from './median.ts'
import { openPlainClient } from './plain-client.ts'
import { type BenchServer, startServer } from './start-server.ts'

/**
 * What signing in costs, and what a session costs beside a key: node bench/sign-in.ts
 */
const people = 10
const signInsEach = 5
const password = 'seven calm otters read maps'
const hashesMeasured = 10
const turns = 5
const turnSeconds = 2
const connections = 8

const hasher = createPasswordHasher()
await measureHashes()
const server = await startServer(null)
try {
  const emails = await createPeople(server)
  await measureSignIns(server, emails)
  await measureSessions(server, emails[0] ?? '')
} finally {
  await server.stop()
}

async function measureHashes(): Promise<void> {
  const alone: number[] = []
  const before = process.cpuUsage()
  for (let at = 0; at < hashesMeasured; at += 1)
    alone.push(await timed(() => hasher.hash(password)))
  const { user, system } = process.cpuUsage(before)
  const processorMs = (user + system) / 1000 / hashesMeasured
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const tenMs = await timed(() =>
    Promise.all(Array.from({ length: people }, () => hasher.hash(password))),
  )
  delay.disable()
  print(`a hash alone: ${show(median(alone))} ms (${show(processorMs)} ms of processor time)`)
  print(`${people} at once, two at a time: ${show(tenMs / people)} ms each`)
  print(`the loop meanwhile: p99 ${show(delay.percentile(99) / 1e6)} ms late`)
}

async function createPeople({ database }: BenchServer): Promise<string[]> {
  const db = openDatabase({
    connection: database,
    connectionsMax: 2,
    onConnectionError: (error) => print(String(error)),
  })
  const account = await selectAccountByKey(db, 'demo-insurance')
  if (account === undefined) throw new Error('the demo has no insurer')
  const passwordHash = await hasher.hash(password)
  const emails = Array.from({ length: people }, (_, at) => `person${at}@example.com`)
  for (const email of emails) {
    const now = systemClock()
    const id = mintId('usr', now)
    const user = { id, email, name: email, passwordHash, createdAt: now, deactivatedAt: null }
    await insertUser(db, user)
    await upsertMembership(db, { userId: id, accountId: account.id, roles: ['administrator'] }, now)
  }
  await db.close()
  return emails
}

/** All at once, while somebody else asks for something with a key. */
async function measureSignIns({ demo }: BenchServer, emails: readonly string[]): Promise<void> {
  const headers = { authorization: `Bearer ${demo.insurer.test.secret}` }
  const other = openPlainClient(new URL(demo.base_url), { connections: 1, headers })
  const calm: number[] = []
  for (let at = 0; at < 200; at += 1) calm.push(await timed(() => other.get('/manage/me')))
  const over = new AbortController()
  const beside: number[] = []
  const asking = (async () => {
    while (!over.signal.aborted) beside.push(await timed(() => other.get('/manage/me')))
  })()
  const signInOften = async (email: string) => {
    for (let at = 0; at < signInsEach; at += 1) await signIn(demo.base_url, email)
  }
  let ms: number
  try {
    ms = await timed(() => Promise.all(emails.map(signInOften)))
  } finally {
    over.abort()
    await asking
    other.close()
  }
  print(`sign-ins a second, ${people} people at once: ${show((people * signInsEach * 1000) / ms)}`)
  print(
    `a request by key: median ${show(median(calm))} ms, beside the sign-ins ${show(median(beside))} ms`,
  )
}

/** In turns, so that whatever else the machine does concerns both. */
async function measureSessions({ demo }: BenchServer, email: string): Promise<void> {
  const cookie = await signIn(demo.base_url, email)
  const bySession = openPlainClient(new URL(demo.base_url), { connections, headers: { cookie } })
  const authorization = `Bearer ${demo.insurer.test.secret}`
  const byKey = openPlainClient(new URL(demo.base_url), { connections, headers: { authorization } })
  const rate = async (client: typeof byKey) => {
    const until = performance.now() + turnSeconds * 1000
    let answered = 0
    const ask = async () => {
      for (; performance.now() < until; answered += 1) await client.get('/manage/me')
    }
    await Promise.all(Array.from({ length: connections }, ask))
    return answered / turnSeconds
  }
  const [sessions, keys]: [number[], number[]] = [[], []]
  for (let turn = 0; turn <= turns; turn += 1) {
    const [one, other] = [await rate(bySession), await rate(byKey)]
    if (turn === 0) continue // The first is to warm up.
    sessions.push(one)
    keys.push(other)
  }
  bySession.close()
  byKey.close()
  const ratio = median(sessions) / median(keys)
  print(
    `GET /manage/me a second: ${Math.round(median(sessions))} by session, ${Math.round(median(keys))} by key (${ratio.toFixed(2)})`,
  )
}

/** The cookies of the session. */
async function signIn(baseUrl: string, email: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/manage/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password }),
  })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function show(value: number): string {
  return value.toFixed(1)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
