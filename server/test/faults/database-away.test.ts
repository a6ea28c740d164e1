import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoFile, readDemoFile } from '../../src/demo/index.ts'
import { type EmbeddedProcess, embeddedIn } from '../support/embedded-process.ts'
import {
  type ServerProcess,
  removeFolder,
  sellingOnly,
  startServer,
  temporaryFolder,
} from '../support/server-process.ts'
import { type Answer, clientOf, paymentRequest, quoteRequest, textOf } from '../support/client.ts'

let folder: string
let server: ServerProcess
let postgres: EmbeddedProcess
let demo: DemoFile
let client: ReturnType<typeof clientOf>

beforeAll(async () => {
  folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  const selling = await sellingOnly('cyber', folder)
  // A silent database is given up after the time for a statement, which is shorter here.
  server = await startServer({ DATA_DIR: dataDir, DATABASE_TIMEOUT_SECONDS: '1', ...selling })
  const file = await readDemoFile(dataDir)
  if (file === null) throw new Error('the first start writes demo.json')
  demo = file
  client = clientOf(server.url, demo)
  postgres = embeddedIn(dataDir)
})
afterAll(async () => {
  await server.stop()
  await removeFolder(folder)
})

const patienceMs = 120_000

async function readiness(purpose = 'serve'): Promise<{ status: number; message: string }> {
  const response = await fetch(`${server.url}/readyz?for=${purpose}`)
  const { message = '' } = (await response.json()) as { message?: string } // As documented.
  return { status: response.status, message }
}

const quote = () => client('/quotes', quoteRequest(demo))

interface SoldPolicy {
  readonly id: string
  readonly version_id: string
  readonly start_date: string
}

/** A database that is slow at first may need longer for a step than the server waits: then another is sold. */
async function soldPolicy(): Promise<SoldPolicy> {
  const over = Date.now() + patienceMs
  for (;;) {
    const sold = await sell()
    if ('version_id' in sold) return sold
    expect(sold).toMatchObject({ status: 503 })
    expect(Date.now()).toBeLessThan(over)
  }
}

/** The policy, or the answer that was not 200. */
async function sell(): Promise<SoldPolicy | { readonly status: number | undefined }> {
  const quoted = await quote()
  if (quoted?.status !== 200) return { status: quoted?.status }
  const body = { ...demo.products['cyber']?.policy, quote_token: textOf(quoted, 'token') }
  const offer = await client('/policies', body)
  if (offer?.status !== 200) return { status: offer?.status }
  const id = textOf(offer, 'id')
  const made = { id, payment_token: textOf(offer, 'payment_token') }
  const paid = await client('/payments', paymentRequest(made, true))
  if (paid?.status !== 200) return { status: paid?.status }
  const sold = await client(`/policies/${id}`)
  if (sold?.status !== 200) return { status: sold?.status }
  return { id, version_id: textOf(sold, 'version_id'), start_date: textOf(sold, 'start_date') }
}

const dayOf = (timestamp: string) => Temporal.PlainDate.from(timestamp.slice(0, 10))

/** Within its first year, so that some of it is refunded. */
const cancel = (policy: SoldPolicy) =>
  client(
    `/policies/${policy.id}/cancel`,
    {
      cancellation_reason: 'Changed my mind.',
      termination_date: dayOf(policy.start_date).add({ days: 100 }).toString(),
    },
    { 'if-match': policy.version_id },
  )

/** In the contract's shape, and with the time after which to try again. */
async function expectUnavailable(answering: Promise<Answer | null>): Promise<void> {
  const answer = await answering
  expect(answer).toMatchObject({
    status: 503,
    body: { status: 'Service Unavailable', message: expect.stringContaining('Try again') },
  })
  expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0)
}

async function expectAllWell(): Promise<void> {
  await expect.poll(() => readiness(), { timeout: patienceMs }).toMatchObject({ status: 200 })
  await expect.poll(() => readiness('work'), { timeout: patienceMs }).toMatchObject({ status: 200 })
  await expectCancelled(await cancelledPolicy())
  expect(server.child.exitCode).toBeNull()
}

async function cancelledPolicy(): Promise<string> {
  const policy = await soldPolicy()
  const answer = await cancel(policy)
  if (answer?.status === 503) return cancelledPolicy()
  expect(answer).toMatchObject({ status: 202 })
  return policy.id
}

async function expectCancelled(id: string): Promise<void> {
  const statusOf = async () => (await client(`/policies/${id}`))?.body['status']
  await expect.poll(statusOf, { timeout: patienceMs }).toBe('cancelled')
}

describe('the same process answers 503 and then goes on by itself', () => {
  it('when PostgreSQL is killed', async () => {
    const policy = await soldPolicy()
    await postgres.signal('SIGKILL')
    const seen = new Set<number | undefined>()
    await expect
      .poll(
        async () => {
          seen.add((await quote())?.status)
          return seen.has(503) && (await quote())?.status === 200
        },
        { timeout: patienceMs, interval: 5 },
      )
      .toBe(true)
    expect([...seen].every((status) => status === 200 || status === 503)).toBe(true)
    // What is slow at first is answered 503 as well.
    const shown = async () => (await client(`/policies/${policy.id}`))?.status
    await expect.poll(shown, { timeout: patienceMs }).toBe(200)
    await expectAllWell()
  })

  it('when PostgreSQL takes no writes, and still shows what there is', async () => {
    const policy = await soldPolicy()
    await postgres.query('alter system set default_transaction_read_only = on')
    await postgres.query('select pg_reload_conf()')
    await expect
      .poll(() => readiness(), { timeout: patienceMs })
      .toEqual({ status: 503, message: 'The database accepts no writes at present.' })
    await expectUnavailable(quote())
    await expectUnavailable(cancel(policy))
    const shown = async () => (await client(`/policies/${policy.id}`))?.status
    await expect.poll(shown, { timeout: patienceMs }).toBe(200)
    await postgres.query('alter system reset default_transaction_read_only')
    await postgres.query('select pg_reload_conf()')
    await expectAllWell()
  })

  it.runIf(process.platform === 'linux')('when PostgreSQL stands still', async () => {
    const policy = await soldPolicy()
    await postgres.signalAll('SIGSTOP')
    try {
      const answers = [quote(), cancel(policy), client(`/policies/${policy.id}`)]
      expect(await readiness()).toEqual({
        status: 503,
        message: 'The database does not answer.',
      })
      await Promise.all(answers.map(expectUnavailable))
    } finally {
      await postgres.signalAll('SIGCONT')
    }
    await expectAllWell()
  })

  it('when its connections are cut again and again, and every job is done once', async () => {
    const policies = await Promise.all(Array.from({ length: 8 }, soldPolicy))
    const over = new AbortController()
    const cutting = (async () => {
      while (!over.signal.aborted) {
        await postgres.query(`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = 'bindery' and pid <> pg_backend_pid()`)
        await sleep(25)
      }
    })()
    const answers: (Answer | null)[] = []
    for (const policy of policies) answers.push(await cancel(policy))
    await sleep(500) // So that the jobs are at work meanwhile.
    over.abort()
    await cutting
    const taken = policies.filter((_, n) => answers[n]?.status === 202)
    expect(answers.every((answer) => answer?.status === 202 || answer?.status === 503)).toBe(true)
    for (const { id } of taken) await expectCancelled(id)
    await expectAllWell()
    const rows = await postgres.query(`
        select policy_id from refunds group by policy_id having count(*) > 1`)
    expect(rows).toEqual([])
  })
})
