import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { declaredByStranger } from '@bindery/server/test/builders/declared.ts'
import { lifeOf, monthlyBike } from '@bindery/server/test/builders/life.ts'
import { mailAll } from '@bindery/server/test/builders/mails.ts'
import { managerOn } from '@bindery/server/test/builders/manager.ts'
import {
  type OfferCreated,
  type Seller,
  madeOffer,
  sellerOn,
} from '@bindery/server/test/builders/sale.ts'
import { receivedByBank, receivedByHand } from '@bindery/server/test/builders/tracked.ts'
import { type TestPlatform, openTestPlatform } from '@bindery/server/test/support/platform.ts'
import { insertJobGivenUp, insertJobOfDeadWorker } from '@bindery/server/test/support/queue.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FaultyDatabase } from '../installation/database.ts'
import { type Ledger, openLedger } from '../ledger.ts'
import { auditPortfolio } from './portfolio.ts'
import { auditMoney } from './money.ts'
import { auditTransactions } from './transactions.ts'

let platform: TestPlatform
let client: pg.Client
let folder: string
let ledgers = 0

/** A payout of a refund that was made already, to an account that is not there. */
const paidOutToNobody = `
  insert into payouts (id, policy_id, insurer_id, distributor_id, product_id, livemode, refund_id,
    amount, currency, state, account_of, created_at)
  select 'pyo_forged', r.policy_id, r.insurer_id, r.distributor_id, p.product_id, r.livemode, r.id,
    r.amount, r.currency, 'pending', 'nobody', now()
  from refunds r join payments p on p.id = r.payment_id limit 1`

/** What a provider kept of a payment, in no account of the ledger. */
const keptUnposted = `
  insert into reconciliation_items (id, insurer_id, livemode, provider, kind, state, reference,
    amount, fee, currency, happened_at, checked_at)
  select 'rcn_forged', insurer_id, livemode, 'stripe', 'payment', 'matched', 'txn_forged', 100, 10,
    currency, now(), now()
  from payments limit 1;
  insert into reconciliation_sums (insurer_id, livemode, provider, currency, balance, fees, paid_out)
  select insurer_id, livemode, provider, currency, 100, 10, 0 from reconciliation_items`

/** Somebody wrote into the table that a difference is known. */
const acceptedUnseen = `${keptUnposted};
  insert into accepted_differences (item_id, accepted, reason, accepted_by, accepted_at)
  values ('rcn_forged', 10, 'It is known.', 'nobody', now())`

/** Lost money that nobody posted. */
const lostUnposted = `
  insert into disputes (id, payment_id, policy_id, insurer_id, distributor_id, product_id, livemode,
    provider, reference, state, amount, currency, fee, reason, url, is_loss, opened_at, closed_at)
  select 'dsp_forged', id, policy_id, insurer_id, distributor_id, product_id, livemode, 'stripe',
    'dp_forged', 'lost', amount, currency, 0, 'fraudulent', 'https://stripe.example', true, now(),
    now()
  from payments limit 1`

const sold = ['by invoice', 'by card', 'by month', 'by a closed card', 'by another closed card']
const keys = [...sold, ...sold.map((_, n) => `quote ${n + 1}`), 'cancellation', 'line']

/**
 * A portfolio with a sale by invoice that was cancelled, one by card that holds, one by the month, one that is
 * suspended, and one that has lapsed.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-doctored-'))
  platform = await openTestPlatform()
  client = new pg.Client({ ...platform.db.connection, types: undefined })
  await client.connect()
  const seller = sellerOn(platform)
  const [cancelled, held] = [
    await offerOn(seller, 'quote 1', 'by invoice'),
    await offerOn(seller, 'quote 2', 'by card'),
  ]
  await seller.pay(cancelled)
  await seller.pay(held, { provider: 'sandbox', method: 'card' })
  const policy = (await seller.get(`/policies/${cancelled.id}`)).json<{
    version_id: string
    start_date: string
  }>()
  const day = Temporal.PlainDate.from(policy.start_date.slice(0, 10)).add({ days: 100 })
  await seller.cancel(cancelled.id, policy.version_id, {
    cancellation_reason: 'cancellation',
    termination_date: day.toString(),
  })
  await lifeByTheMonth()
  await unpaidLife('quote 4', 'by a closed card', '2027-05-20')
  await unpaidLife('quote 5', 'by another closed card', '2027-07-10')
  platform.clock.advance({ minutes: 10 })
  await platform.runDue() // What is cancelled has its credit note.
  await platform.handlers.sweep({}) // Invoices get their numbers.
  await platform.runDue()
  await declaredByStranger(platform)
  await mailAll(platform) // The receipt of what was declared, among others.
})
afterAll(async () => {
  await client.end()
  await platform.close()
  await rm(folder, { recursive: true })
})

/**
 * Its first instalment is charged back after a week, and paid with another card, of which the next is
 * taken. Its bank reports money besides.
 */
async function lifeByTheMonth(): Promise<void> {
  const bike = monthlyBike('2027-03-01', '2027-03-02', 'charge_back')
  const quote = { ...bike.quote, request_key: 'quote 3' }
  const life = await lifeOf(platform, { ...bike, quote })
  await mark(life.id, 'by month')
  await life.to('2027-04-12')
  await life.payOpen()
  await life.to('2027-05-10')
  const manager = managerOn(platform)
  const found = await manager.get(`/manage/invoices?policy_id=${life.id}&kind=instalment`)
  const [invoice] = found.json<{ id: string }[]>()
  const received = { id: invoice?.id ?? '', amount: 100, currency: 'chf', on: '2027-05-10' }
  await receivedByHand(platform, received)
  await receivedByBank(platform, received, { isSettled: true, mark: 'line' })
  const reason = 'Agreed by phone.'
  const entries = `/manage/policies/${life.id}/manual_entries`
  await manager.post(entries, { kind: 'goodwill', amount: 50, reason })
  const fee = await manager.post(entries, { kind: 'fee', amount: 700, text: 'Copy', reason })
  const { invoice_id } = fee.json<{ invoice_id: string }>()
  await manager.post(`/manage/invoices/${invoice_id}/defer`, { due_date: '2027-07-01', reason })
}

/** One whose card is closed: nobody pays for it, up to a day. */
async function unpaidLife(quoteKey: string, offerKey: string, until: string): Promise<void> {
  const bike = monthlyBike('2027-03-01', '2027-03-02', 'hard_decline')
  const life = await lifeOf(platform, { ...bike, quote: { ...bike.quote, request_key: quoteKey } })
  await mark(life.id, offerKey)
  await life.to(until)
}

async function mark(id: string, requestKey: string): Promise<void> {
  await client.query(`begin; select from policies where id = '${id}' for update`)
  await client.query(
    `update policies set metadata = '{"request_key": "${requestKey}"}' where id = '${id}'`,
  )
  await client.query('commit')
}

/** Marked with the keys of its requests, as the harness marks what it requests. */
function offerOn(seller: Seller, quoteKey: string, offerKey: string): Promise<OfferCreated> {
  return madeOffer(seller, {
    quote: { data: { request_key: quoteKey } },
    offer: { metadata: { request_key: offerKey } },
  })
}

const doctored = [
  'policy_versions',
  'charges',
  'invoice_numbers',
  'postings',
  'mandates',
  'bank_receipts',
  'fees',
  'manual_entries',
  'deferrals',
  'dunning_letters',
  'commission_entries',
  'withdrawal_declarations',
  'mails',
]

async function auditWith(doctoring: string): Promise<string[]> {
  const database: FaultyDatabase = {
    postmaster: () => Promise.resolve(null),
    async ask<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
      return (await client.query<Row>(statement, values)).rows
    },
  }
  const ledger: Ledger = openLedger(join(folder, `${ledgers++}.jsonl`))
  for (const key of keys) ledger.recordRequest({ key, call: 'offer', policyId: null })
  const policies = await database.ask<{ id: string }>('select id from policies')
  for (const { id } of policies) {
    ledger.recordRequest({ key: `payment of ${id}`, call: 'payment', policyId: id })
    ledger.recordRequest({ key: `another payment of ${id}`, call: 'payment', policyId: id })
  }
  await client.query('begin')
  try {
    await client.query('select from policies for update') // Even a forger keeps the order of locks.
    for (const table of doctored) {
      await client.query(`alter table ${table} disable trigger user`) // But not our promises.
    }
    await client.query(doctoring)
    await auditPortfolio(database, ledger)
    await auditMoney(database, ledger)
    await auditTransactions(database, ledger)
  } finally {
    await client.query('rollback')
    await ledger.close()
  }
  return ledger.violations.map(({ rule }) => rule)
}

describe('the auditor', () => {
  it('finds nothing in a portfolio that is right', async () => {
    expect(await auditWith('select')).toEqual([])
  })

  it.each([
    [
      'a policy that was issued without a payment',
      `update payments set status = 'failed' where received_on is null`,
    ],
    [
      'a payment that nobody settled',
      `update payments set status = 'pending' where received_on is null and charged_back_at is null`,
    ],
    ['a payment without a policy', `update policies set status = 'ready'`],
    ['an offer that is neither free nor sold', `update policies set status = 'accepted'`],
    [
      'a payment of another amount than the policy costs',
      'update payments set amount = amount - 1',
    ],
    [
      'a modification that nobody finished',
      `update policy_versions set state = 'processing' where kind = 'cancellation'`,
    ],
    [
      'a cancellation that left the policy as it was',
      `update policies set status = 'paid' where status = 'cancelled'`,
    ],
    [
      'a cancellation that left the policy as it was',
      `update policy_versions set ending = null where kind = 'cancellation'`,
    ],
    [
      'a policy with two active versions, or none',
      `update policy_versions set state = 'superseded'`,
    ],
    [
      'a change of tax that is no result of a mass endorsement',
      `update policy_versions set kind = 'tax_change' where kind = 'cancellation'`,
    ],
    [
      'an endorsement by an index that is no result of a mass endorsement',
      `update policy_versions set details = details || '{"indexation": {}}' where kind = 'cancellation'`,
    ],
    [
      'a mass endorsement that nobody finishes',
      `insert into mass_endorsements (id, insurer_id, livemode, product_id, kind, filter,
        effective_day, change, reason, state, turns, created_at, created_by)
      select 'men_1', insurer_id, livemode, product_id, 'tax_rate', '{}', start_day, '{}', 'None.',
        'running', 0, now(), '{}' from policies limit 1`,
    ],
    ['a cancellation was not refunded exactly once', 'delete from refunds'],
    ['a cancellation was not refunded exactly once', 'update refunds set amount = amount + 1'],
    ['more given back than was taken', 'update refunds set amount = amount * 10'],
    [
      'money that was neither applied nor given back',
      `update payments set unapplied_at = now() where status = 'ok'`,
    ],
    ['an invoice without its number', 'delete from invoice_numbers'],
    ['a gap in the numbers of invoices', 'delete from invoice_numbers where number = 1'],
    ['charges that are not counted from 1 on', 'delete from charges where number = 1'],
    ['charges that differ from their invoice', 'update charges set amount = amount + 1'],
    [
      'a period that was left out, or asked for twice',
      `update charges set period_first_day = period_first_day + 1 where number > 1`,
    ],
    [
      'an instalment that nobody saw to',
      `update deadlines set done_at = null where kind = 'instalment' and clock_id is not null`,
    ],
    [
      'a policy ahead of a clock that has arrived',
      `insert into policy_times (policy_id, clock_id, at)
       select id, clock_id, now() from policies where clock_id is not null limit 1`,
    ],
    [
      'an invoice that was collected twice by one try',
      `update payments set invoice_id = (
         select invoice_id from payments where mandate_id is not null and status = 'ok')
       where mandate_id is not null`,
    ],
    [
      'a collection that is not as its provider says',
      `update payments set reference = 'sandbox-hard_decline' where mandate_id is not null`,
    ],
    [
      'a collection by a mandate that had ended',
      `update mandates set ended_at = created_at where ended_at is not null`,
    ],
    [
      'a mandate without the payment that gave it',
      `update payments set charged_back_at = null, status = 'failed' where id in (
         select given_by from mandates)`,
    ],
    [
      'a mandate that was declined and is still used',
      `update payments set reference = 'sandbox-revoked', status = 'failed' where mandate_id in (
         select id from mandates where state = 'active')`,
    ],
    [
      'a charge-back that is not in the ledger',
      `delete from postings where cause like 'charge-back %'`,
    ],
    [
      'a receipt that is not in the ledger',
      `update payments set amount = amount + 1 where received_on is not null`,
    ],
    [
      'an invoice that was paid twice',
      `drop index payments_one_live;
       update payments set status = 'ok', charged_back_at = null where charged_back_at is not null`,
    ],
    [
      'a policy with two mandates at once',
      `drop index mandates_one_active; update mandates set state = 'active', ended_at = null`,
    ],
    [
      'a line of a bank that was posted twice',
      `update payments set reference = (select reference from bank_receipts)
       where received_on is not null`,
    ],
    [
      'an amount by hand that its document does not ask for, or that is not in the ledger',
      `update manual_entries set amount = amount + 1`,
    ],
    [
      'an amount by hand that its document does not ask for, or that is not in the ledger',
      `delete from postings where cause like 'goodwill %'`,
    ],
    [
      'an invoice that is not due when its last deferral says',
      `update deferrals set due_day = due_day + 1`,
    ],
    [
      'two lines of a bank that were posted as one',
      `drop index bank_receipts_of_payment;
       insert into bank_receipts select (jsonb_populate_record(b,
         '{"id": "rcp_again", "ordinal": 2}')).* from bank_receipts b`,
    ],
    [
      'a line of a bank that was taken twice',
      `drop index bank_receipts_of_payment;
       alter table bank_receipts drop constraint bank_receipts_once;
       insert into bank_receipts select (jsonb_populate_record(b, '{"id": "rcp_again"}')).*
       from bank_receipts b`,
    ],
    [
      'a line of a bank that nobody saw to',
      `update bank_receipts set state = 'waiting', payment_id = null, invoice_id = null`,
    ],
    [
      'an Idempotency-Key had two effects',
      `drop index bank_receipts_of_payment;
       insert into bank_receipts select (jsonb_populate_record(b,
         '{"id": "rcp_again", "ordinal": 2}')).* from bank_receipts b`,
    ],
    ['a refund that nobody settled', `update refunds set status = 'pending'`],
    ['a fee or payout of a provider that was not posted', keptUnposted],
    ['an account at a provider with other sums than its movements', keptUnposted],
    ['an accepted difference that the audit log does not know', acceptedUnseen],
    ['a loss by a dispute that was not posted', lostUnposted],
    ['a payout that disagrees with its refund', paidOutToNobody],
    ['a payout whose account is gone', paidOutToNobody],
    [
      'a refund of a receipt that nobody pays out',
      `update payments set received_on = current_date
       where id in (select payment_id from refunds)`,
    ],
    ['an issued policy without its documents', `delete from documents where occasion = 'policy'`],
    [
      'a cancelled policy without its documents',
      `delete from documents where occasion = 'cancellation'`,
    ],
    [
      'arrears that nobody follows',
      `update dunning_cases set state = 'cured', closed_at = now() where state = 'open';
       update deadlines set done_at = now() where kind = 'dunning'`,
    ],
    [
      'a case that nobody looks at again',
      `update deadlines set done_at = now() where kind = 'dunning'`,
    ],
    [
      'a policy that lapsed without a case, or a case without the lapse',
      `update dunning_cases set state = 'ended' where state = 'lapsed'`,
    ],
    [
      'cover that is suspended without a case, or a case without the suspension',
      `update policies set suspended_since = null`,
    ],
    [
      'a letter that states another sum than its invoices',
      `update dunning_letters set total = total + 1 where kind = 'notice'`,
    ],
    [
      'a letter that was written twice',
      `update dunning_letters set kind = 'reminder', number = 2, grace_until = null, day = (
         select day from dunning_letters r where r.case_id = dunning_letters.case_id
           and r.kind = 'reminder')
       where kind = 'notice'`,
    ],
    [
      'a grace that runs, or has ended a policy, without the proof that it needs',
      `update dunning_letters set grace_until = null, grace_days = 14 where kind = 'notice'`,
    ],
    [
      'a fee that no letter asks for, or two do',
      `update dunning_letters set fee_invoice_id = null where fee_invoice_id is not null`,
    ],
    [
      'a fee that was given up and not corrected',
      `update fees set amount = -amount;
       update postings set debit = credit, credit = debit where cause like 'fee %'`,
    ],
    [
      'a policy that shows another kind of cancellation than its version',
      `update policies set cancellation_kind = 'customer' where status = 'cancelled'`,
    ],
    [
      'a policy that was withdrawn without a withdrawal, or a withdrawal that it does not show',
      `update policies set withdrawn_on = '2027-03-05' where status = 'paid'`,
    ],
    [
      'a delivery of documents of no policy',
      `insert into document_deliveries values
         ('dlv_1', 'tpol_none', 'policy', '2027-03-01', 'Handed over.', 'acc_1', now())`,
    ],
    ['a letter without its document', `delete from documents where occasion = 'notice'`],
    ['a fee that is not in the ledger', 'update fees set amount = amount + 1'],
    ['a policy of another policyholder than its parties say', handedOver('tcu_nobody')],
    ['a policy that was handed over to nobody', `${handedOver('tcu_nobody')} limit 1`],
    ['a mandate of a former policyholder that is still used', handedOver('tcu_nobody')],
    [
      'a customer that is joined into itself',
      `insert into customer_joins (id, insurer_id, livemode, customer_id, into_id, reason, joined_by,
         joined_at)
       select 'cjn_' || n, insurer_id, livemode, 'tcu_' || n, 'tcu_' || 1 - n, 'x', 'x', now()
       from generate_series(0, 1) n, (select insurer_id, livemode from policies limit 1) p`,
    ],
    [
      'commission that is not in the ledger',
      `insert into commission_entries (id, policy_id, insurer_id, distributor_id, product_id,
         agreement_id, livemode, currency, amount, cause, happened_at, booking_day, created_at)
       select 'cen_1', id, insurer_id, distributor_id, product_id, 'cag_1', livemode, currency,
         100, 'charge', now(), '2027-03-01', now() from policies limit 1`,
    ],
    [
      'a commission statement that differs from its entries',
      `insert into commission_statements (id, insurer_id, distributor_id, livemode, currency,
         month, last_day, carried_forward, earned, clawed_back, entries, payout, created_at)
       select 'cst_1', insurer_id, distributor_id, livemode, currency, '2027-03-01',
         '2027-03-31', 0, 100, 0, 1, 'paid_out', now() from policies limit 1`,
    ],
    [
      'a declared withdrawal that nobody has looked at',
      'update withdrawal_declarations set problem = null',
    ],
    [
      'a declared withdrawal that is settled although its policy goes on',
      `update withdrawal_declarations set state = 'settled', settled_at = now(), policy_id = (
         select id from policies where status = 'paid' limit 1)`,
    ],
    ['a mail about nothing that happened', `update mails set event_id = 'evt_' || id`],
    ['a mail about nothing that happened', `update mails set livemode = not livemode`],
    [
      'a mail of which other bytes are kept than its event says',
      `update mails set hash = 'forged' where hash is not null`,
    ],
    [
      'a mail that was sent, and no server took it',
      `update mails set state = 'sent' where state = 'kept'`,
    ],
    [
      'a mail that arrived or came back otherwise than reports say',
      `update mails set delivery = 'delivered' where state = 'kept'`,
    ],
    [
      'a mail that arrived or came back otherwise than reports say',
      `update mails set replies = '[{"outcome": "bounced"}]' where state = 'kept'`,
    ],
    [
      'an address that is suppressed by a mail that nobody refused',
      `insert into suppressed_addresses (id, insurer_id, livemode, reason, address_hash, mail_id,
         created_at, ring_key_id, sealed_key, sealed_data)
       select 'sup_1', insurer_id, livemode, 'refused', 'x', id, now(), 'test', 'x', 'x'
       from mails limit 1`,
    ],
    ['a job that was given up', insertJobGivenUp.text],
    ['a job that a dead worker holds', insertJobOfDeadWorker.text],
    [
      'an Idempotency-Key had two effects',
      `update policies set metadata = '{"request_key": "by card"}'`,
    ],
    [
      'an Idempotency-Key had two effects',
      `update quotes set customer_input = '{"request_key": "quote 1"}'`,
    ],
    [
      'something that nobody requested',
      `update policies set metadata = '{"request_key": "by nobody"}'`,
    ],
    ...[
      'offer.created',
      'policy.issued',
      'policy.cancellation_requested',
      'policy.cancelled',
      'payment.pending',
      'payment.ok',
      'payment.charged_back',
      'receipt.recorded',
      'mandate.given',
      'mandate.declined',
      'withdrawal.received',
      'mail.composed',
      'dunning.opened',
      'dunning.cured',
      'dunning.lapsed',
      'refund.created',
      'refund.ok',
    ].flatMap((type) => {
      const rule = `a state without exactly one event: ${type}`
      return [
        [rule, `delete from events where type = '${type}'`],
        [
          rule,
          `insert into events select id || '_again', type, livemode, insurer_id, distributor_id,
             subject_id, data, created_at from events where type = '${type}'`,
        ],
      ]
    }),
  ] as [string, string][])('finds %s', async (rule, doctoring) => {
    expect(await auditWith(doctoring)).toContain(rule)
  })
})

/** Policyholders that no policy names, of every policy with a mandate. */
function handedOver(customerId: string): string {
  return `
    insert into policy_parties (id, policy_id, role, customer_id, from_day, created_at)
    select 'pty_' || policy_id, policy_id, 'policyholder', '${customerId}', '2027-03-01', '2050-01-01'
    from mandates where state = 'active'`
}
