import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../src/version.ts'
import { type CommandLine, commandLine } from './support/command-line.ts'

/** A server that is not well, as each test has it. */
type Answers = Readonly<Record<string, (response: ServerResponse) => void>>

let cli: CommandLine
let stop: () => Promise<unknown> = () => Promise.resolve()
beforeAll(async () => {
  cli = await commandLine({ BINDERY_KEY: 'sk_test_1' })
})
afterEach(() => stop())
afterAll(() => cli.remove())

const json = (status: number, body: unknown) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const metrics = (changes: Readonly<Record<string, number>>) => (response: ServerResponse) => {
  const calm = { jobs_waiting: 0, jobs_oldest_seconds: 0, jobs_failed: 0, documents_waiting: 0 }
  const lines = Object.entries({ ...calm, workers_alive: 1, ...changes })
  response.end(lines.map(([name, value]) => `bindery_${name} ${value}\n`).join(''))
}
const well: Answers = {
  '/healthz': json(200, { status: 'ok' }),
  '/readyz': json(200, { status: 'ok' }),
  '/openapi.json': json(200, { info: { version } }),
  '/metrics': metrics({ jobs_waiting: 3, documents_waiting: 1, workers_alive: 2 }),
  '/manage/accounts': json(200, [{ id: 'a', kind: 'insurer', key: 'mine', name: 'Mine' }]),
  '/manage/products': json(200, [{ id: 'p', key: 'travel', live_version_id: 'v' }]),
}

interface Examined {
  readonly checks: readonly { name: string; state: string; message: string; fix: string }[]
}

async function examined(changes: Answers, code: number): Promise<Examined['checks']> {
  const answers = { ...well, ...changes }
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    if (answer === undefined) response.writeHead(404).end()
    else answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stop = () => {
    server.closeAllConnections()
    server.close()
    return once(server, 'close')
  }
  const { port } = server.address() as AddressInfo // It listens on a port, not on a pipe.
  const env = { BINDERY_URL: `http://127.0.0.1:${port}` }
  return (await cli.json<Examined>(['doctor'], { env, code })).checks
}

const troubled = (checks: Examined['checks']) => checks.filter(({ state }) => state !== 'ok')

describe('the doctor', () => {
  it('finds nothing wrong with a server that is well', async () => {
    expect(troubled(await examined({}, 0))).toEqual([])
  })

  it('warns of policies of which something due fails', async () => {
    const checks = await examined({ '/metrics': metrics({ deadlines_failed: 2 }) }, 0)
    expect(troubled(checks)).toMatchObject([
      { name: 'deadlines', state: 'warning', message: 'due work of 2 policies fails' },
    ])
  })

  it('warns of a clock that is wrong, and of another release', async () => {
    const ahead = new Date(Date.now() + 3_600_000).toUTCString()
    const healthz = (response: ServerResponse) =>
      json(200, { status: 'ok' })(response.setHeader('date', ahead))
    const other = json(200, { info: { version: '99.0.0' } })
    const checks = await examined({ '/healthz': healthz, '/openapi.json': other }, 0)
    expect(troubled(checks)).toMatchObject([
      {
        name: 'clock',
        state: 'warning',
        message: expect.stringMatching(/^the server is 3[56]\d\d seconds ahead$/),
      },
      { name: 'versions', state: 'warning', message: expect.stringContaining('server 99.0.0') },
    ])
  })

  it('says that the database is down, where to look, and asks nothing more of it', async () => {
    const down = json(503, { status: 'Service Unavailable', message: 'The database is down.' })
    const checks = await examined({ '/readyz': down }, 3)
    expect(checks.at(-1)).toMatchObject({
      name: 'database',
      state: 'failed',
      message: 'The database is down.',
      fix: expect.stringContaining('postgres.log'),
    })
  })

  it('warns of jobs that wait for long or failed for good, and of missing workers', async () => {
    const bad = { jobs_waiting: 7, jobs_oldest_seconds: 7_300, jobs_failed: 1, workers_alive: 0 }
    expect(troubled(await examined({ '/metrics': metrics(bad) }, 0))).toMatchObject([
      {
        name: 'jobs',
        message: '7 jobs waiting, the oldest due for 2 hours, 0 documents among them',
      },
      { name: 'failed jobs', message: '1 job failed for good' },
      { name: 'workers', fix: expect.stringContaining('npm run work') },
    ])
  })

  it('warns when nothing is on sale', async () => {
    expect(troubled(await examined({ '/manage/products': json(200, []) }, 0))).toMatchObject([
      { name: 'products', state: 'warning', fix: expect.stringContaining('bindery init') },
    ])
  })

  it('says what is wrong with the configuration', async () => {
    const { checks } = await cli.json<Examined>(['doctor', '--url', 'nowhere'], { code: 2 })
    expect(checks).toMatchObject([{ name: 'configuration', state: 'failed' }])
  })
})
