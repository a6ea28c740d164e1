import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoFile, readDemoFile } from '../../src/demo/index.ts'
import { embeddedIn } from '../support/embedded-process.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { findContradictions } from './books.ts'
import { type Acknowledged, clientOf, openShop, paymentOrder } from './busy-shop.ts'

let dataDir: string
let server: ServerProcess
let demo: DemoFile

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bindery-faults-'))
  await chmod(dataDir, 0o755) // As root, PostgreSQL runs as another user, who must get in.
  server = await startServer({ DATA_DIR: dataDir })
  demo = await theDemo()
})

afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
})

const salesBeforeTheEnd = 20
const suspenseMsMax = 600
const roundTimeoutMs = 60_000

/** Lets the shop run until it is busy, and then a random moment longer. */
async function busyShop() {
  // A round that failed half way leaves no server behind.
  if (server.child.exitCode !== null || server.child.signalCode !== null) await restart()
  const shop = openShop(server.url, demo)
  const { payments, cancellations } = shop.acknowledged
  while (payments.length < salesBeforeTheEnd || cancellations.length === 0) await sleep(5)
  await sleep(Math.random() * suspenseMsMax)
  return shop
}

/** A process manager would start it again; here we do. */
async function killServer(): Promise<() => Promise<void>> {
  await server.stop('SIGKILL')
  return restart
}

/** The server notices that its database died, says so, and starts it again by itself. */
async function killDatabase(): Promise<() => Promise<void>> {
  await embeddedIn(dataDir).signal('SIGKILL')
  return async () => {
    const readiness = async () => (await fetch(`${server.url}/readyz`)).status
    await expect.poll(readiness, { timeout: roundTimeoutMs }).toBe(200)
  }
}

async function restart(): Promise<void> {
  server = await startServer({ DATA_DIR: dataDir })
  demo = await theDemo()
}

async function theDemo(): Promise<DemoFile> {
  const file = await readDemoFile(dataDir)
  if (file === null) throw new Error('the first start writes demo.json')
  return file
}

/** What the server said before it was killed, asked of the one that came after. */
async function expectAllThere(acknowledged: Acknowledged): Promise<void> {
  const client = clientOf(server.url, demo)
  const policy = demo.products['cyber']?.policy
  await Promise.all([
    ...acknowledged.quotes.map(async (token) => {
      const offer = await client('/policies', { ...policy, quote_token: token })
      expect(offer).toMatchObject({ status: 200 })
    }),
    ...acknowledged.offers.map(async ({ id, payment_token: token }) => {
      const view = await client(`/offers/${id}`)
      expect(view).toMatchObject({ status: 200, body: { payment_token: token } })
    }),
    ...acknowledged.payments.map(async ({ id, policyId }) => {
      const view = await client(`/payments/${id}`)
      expect(view).toMatchObject({ status: 200, body: { status: 'ok', policy_id: policyId } })
    }),
    ...acknowledged.cancellations.map(async ({ statusPath }) => {
      const view = await client(statusPath)
      expect(view?.status).toBe(200)
      expect(['processing', 'active']).toContain(view?.body['status'])
    }),
  ])
}

/** Customers who do not know whether they have paid try again; those who have cannot. */
async function expectNobodyPaysTwice({ offers, payments }: Acknowledged): Promise<void> {
  const client = clientOf(server.url, demo)
  const paid = new Set(payments.map((payment) => payment.policyId))
  expect(paid.size).toBe(payments.length)
  await Promise.all(
    offers.map(async (offer) => {
      const again = await client('/payments', paymentOrder(offer, true))
      expect(paid.has(offer.id) ? [400] : [200, 400, 422]).toContain(again?.status)
    }),
  )
}

describe('everything that was acknowledged is there, and nothing is paid twice,', () => {
  it.each([
    ['after kill -9 of the server', killServer],
    ['after kill -9 of PostgreSQL', killDatabase],
  ])(
    '%s',
    async (_, kill) => {
      const shop = await busyShop()
      const comeBack = await kill()
      await shop.closed
      expect(shop.undocumented).toEqual([])
      await comeBack()
      await expectAllThere(shop.acknowledged)
      await expectNobodyPaysTwice(shop.acknowledged)
    },
    roundTimeoutMs,
  )

  it('and the books hold no contradiction after all that', async () => {
    await server.stop()
    expect(await findContradictions(dataDir)).toEqual({})
  })
})
