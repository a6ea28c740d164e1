import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type StripeStage,
  openStripeStage,
  paidByStripe,
} from '@bindery/server/test/builders/stripe/stripe-stage.ts'
import { transactionsOn } from '@bindery/server/test/builders/transactions.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { FaultyDatabase } from '../installation/database.ts'
import { openLedger } from '../ledger.ts'
import { type AtStripe, shownBy } from '../stripe/at-stripe.ts'
import { auditStripe } from './stripe.ts'

/** A sale that holds, one that was cancelled, and one whose card was declined. */
let stage: StripeStage
let folder: string
let client: pg.Client
let honest: AtStripe

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-doctored-'))
  stage = await openStripeStage()
  await paidByStripe(stage, 'pm_card_visa')
  const { seller, offer } = await paidByStripe(stage, 'pm_card_visa')
  await transactionsOn(stage.platform, seller).cancel(offer.id, '2028-03-31')
  await paidByStripe(stage, 'pm_card_chargeDeclined')
  await stage.platform.runDue()
  honest = shownBy(stage.stripe)
  const { database } = stage.platform.connection
  client = new pg.Client({ ...inject('testServer').superuser, database })
  await client.connect()
  await client.query('set session_replication_role = replica') // No trigger stands in the way.
})
afterAll(async () => {
  await client.end()
  await stage.close()
  await rm(folder, { recursive: true })
})

/** The rules that are broken, once the books or what Stripe says was doctored. */
async function violationsOf(doctoring: string, atStripe: AtStripe): Promise<string[]> {
  const ledger = openLedger(join(folder, 'ledger.jsonl'))
  const ask: FaultyDatabase['ask'] = async (text, values) =>
    (await client.query(text, [...(values ?? [])])).rows
  await client.query('begin')
  try {
    if (doctoring !== '') await client.query(doctoring)
    await auditStripe({ ask }, atStripe, ledger)
    return ledger.violations.map(({ rule }) => rule)
  } finally {
    await client.query('rollback')
    await ledger.close()
  }
}

it('the audit finds nothing where Stripe and the books agree', async () => {
  expect(honest).toMatchObject({ charges: [{}, {}], refunds: [{}], intents: [{}, {}, {}] })
  expect(await violationsOf('', honest)).toEqual([])
})

const twice = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
  rows.flatMap((row) => [row, { ...row, id: `${row.id}_again` }])
const open = 'requires_payment_method'

it.each([
  [
    'a payment was charged twice at Stripe',
    '',
    (at: AtStripe) => ({ ...at, charges: twice(at.charges) }),
  ],
  ['money at Stripe that the books do not know', 'delete from payments', (at) => at],
  [
    'money at Stripe that the books do not know',
    `update payments set status = 'failed'`,
    (at) => at,
  ],
  ['money at Stripe that the books do not know', 'update payments set amount = 1', (at) => at],
  ['a payment without money at Stripe', '', (at) => ({ ...at, charges: [] })],
  [
    'a payment that failed and can still be made at Stripe',
    '',
    (at) => ({ ...at, intents: at.intents.map((one) => ({ ...one, status: open })) }),
  ],
  ['a refund was paid twice at Stripe', '', (at) => ({ ...at, refunds: twice(at.refunds) })],
  ['a refund at Stripe that the books do not know', 'delete from refunds', (at) => at],
  ['a refund at Stripe that the books do not know', 'update refunds set amount = 1', (at) => at],
  ['a refund without money from Stripe', '', (at) => ({ ...at, refunds: [] })],
  ['events of Stripe that were refused', '', (at) => ({ ...at, refusals: ['refund.created 400'] })],
] as [string, string, (atStripe: AtStripe) => AtStripe][])(
  'finds %s',
  async (rule, doctoring, doctored) => {
    expect(await violationsOf(doctoring, doctored(honest))).toContain(rule)
  },
)
