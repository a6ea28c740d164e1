import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestPlatform, openTestPlatform } from '@bindery/server/test/support/platform.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Ledger, openLedger } from '../ledger.ts'
import { type Client, objectIn } from '../load/client.ts'
import { type Counter, openCounter, textOf } from '../load/counter.ts'
import { type Distributor, offerSlip, paymentSlip, quoteSlip } from '../load/slips.ts'
import { auditAcknowledged } from './acknowledged.ts'
import { auditReplays } from './replays.ts'

/** What the drill verifies with, on a platform whose database has lost something. */
let folder: string
let platform: TestPlatform
let superuser: pg.Client
let ledger: Ledger
let counter: Counter
let distributor: Distributor

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-doctored-'))
  platform = await openTestPlatform()
  const { database } = platform.connection
  superuser = new pg.Client({ ...inject('testServer').superuser, database })
  await superuser.connect()
  await superuser.query('set session_replication_role = replica') // No trigger stands in the way.
  ledger = openLedger(join(folder, 'ledger.jsonl'))
  counter = openCounter(clientOf(platform), ledger)
  const product = platform.demo.products['cyber']
  if (product === undefined) throw new Error('the demo sells cyber')
  const { secret } = platform.demo.keys.test
  distributor = { product, secret, integrationId: product.integration_id, planId: null }
})
afterAll(async () => {
  await superuser.end()
  await ledger.close()
  await platform.close()
  await rm(folder, { recursive: true })
})

/** Asks once: nothing is away here. */
function clientOf({ app }: TestPlatform): Client {
  return {
    async ask(asked) {
      const { method, path, headers, body } = typeof asked === 'function' ? asked() : asked
      const answer = await app.inject({ method, url: path, headers, payload: body ?? '' })
      return {
        status: answer.statusCode,
        body: objectIn(answer.body),
        text: answer.body,
      }
    },
    close: () => Promise.resolve(),
  }
}

async function sold(): Promise<{ offer: string; payment: string }> {
  const quote = await counter.handIn(quoteSlip(distributor))
  const made = await counter.handIn(offerSlip(distributor, textOf(quote, 'token')))
  const offer = { id: textOf(made, 'id'), paymentToken: textOf(made, 'payment_token') }
  const payment = await counter.handIn(paymentSlip(distributor, offer, 'invoice'))
  return { offer: offer.id, payment: textOf(payment, 'id') }
}

async function violationsOfAudit(): Promise<string[]> {
  const before = ledger.violations.length
  await auditAcknowledged(counter, platform.demo, ledger)
  await auditReplays(counter, [distributor], ledger)
  return ledger.violations.slice(before).map(({ rule }) => rule)
}

it('the audit finds nothing where everything acknowledged is there once', async () => {
  await sold()
  expect(await violationsOfAudit()).toEqual([])
})

it('it finds an acknowledged payment that is lost', async () => {
  const { payment } = await sold()
  await superuser.query('delete from payments where id = $1', [payment])
  expect(await violationsOfAudit()).toContain('an acknowledged request is not as it was promised')
})

it('it finds a request that is carried out a second time', async () => {
  await superuser.query('delete from idempotency_keys')
  expect(await violationsOfAudit()).toContain('an Idempotency-Key was answered with two things')
})
