import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PolicyId, PolicyVersionId } from '../../src/kernel/index.ts'
import { type Statement, sql } from '../../src/database/index.ts'
import { previewBilling, rebill, selectCharged } from '../../src/ledger/index.ts'
import { lockPolicies, selectPolicy } from '../../src/policies/index.ts'
import type { Timeline } from '../../src/timelines/index.ts'
import { refundThat } from '../builders/doubts.ts'
import { managerOn } from '../builders/manager.ts'
import { madeOffer, sellerOn, soldPolicy } from '../builders/sale.ts'
import { undocumented } from '../support/documented-states.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())

/** The cyber demo: 122,892 net and 19 % tax, for 366 days from 29 June 2027. */
const premium = 146_241
const tax = 23_349
const data = { policy_start_date: '2027-06-29' }

/** All that is written of a policy's money. */
async function ledgerOf(policyId: string) {
  const [charges, invoices, postings, balances] = await Promise.all([
    platform.db.query<object>(sql`
      select period_first_day::text as "first", period_last_day::text as "last", amount, tax, fee
      from charges where policy_id = ${policyId} order by number`),
    platform.db.query<object>(sql`
      select state, total, open, due_day::text as due, lines from invoices
      where policy_id = ${policyId} order by created_at, due_day`),
    platform.db.query<{ pair: string }>(sql`
      select debit || ' from ' || credit || ': ' || amount as pair
      from postings where policy_id = ${policyId} order by pair`),
    platform.db.query<object>(sql`
      select receivable, customer_credit as credit, cash, collected_elsewhere as elsewhere
      from balances where policy_id = ${policyId}`),
  ])
  return { charges, invoices, postings: postings.map(({ pair }) => pair), balances }
}

const aYear = { first: '2027-06-29', last: '2028-06-28' }
const soldPostings = [
  `collected_elsewhere from receivable: ${premium}`,
  `receivable from premium: ${premium - tax}`,
  `receivable from tax: ${tax}`,
]
const paidInvoice = {
  state: 'settled',
  total: premium,
  open: 0,
  due: '2027-06-29',
  lines: [
    {
      kind: 'period',
      first_day: aYear.first,
      last_day: aYear.last,
      amount: premium,
      tax,
      fee: 0,
      tax_rate: '19',
      version_id: expect.stringMatching(/^tpv_/),
    },
  ],
}

describe('a sale', () => {
  it('charges the first period, invoices it and posts it as collected by somebody else', async () => {
    const { id } = await soldPolicy(sellerOn(platform), { quote: { data } })
    expect(await ledgerOf(id)).toEqual({
      charges: [{ ...aYear, amount: premium, tax, fee: 0 }],
      invoices: [paidInvoice],
      postings: soldPostings,
      balances: [{ receivable: 0, credit: 0, cash: 0, elsewhere: premium }],
    })
  })

  it('by card is cash, and posts nothing before the money is there', async () => {
    const seller = sellerOn(platform)
    const card = { provider: 'sandbox', method: 'card' }
    const offer = await madeOffer(seller, { quote: { data } })
    const failed = await seller.pay(offer, { ...card, sandbox: { outcome: 'failed' } })
    expect(failed.json()).toMatchObject({ status: 'failed' })
    const nothing = { charges: [], invoices: [], postings: [], balances: [] }
    expect(await ledgerOf(offer.id)).toEqual(nothing)
    await seller.pay(offer, card)
    expect(await ledgerOf(offer.id)).toMatchObject({
      invoices: [paidInvoice],
      balances: [{ receivable: 0, credit: 0, cash: premium, elsewhere: 0 }],
    })
  })
})

/** A policy that was sold, and its timeline with another price from a day on. */
async function changedPolicy(fromDay: string, payment: number) {
  const sold = await soldPolicy(sellerOn(platform), { quote: { data } })
  const firstDay = Temporal.PlainDate.from('2027-06-29')
  const price = { payment: premium, tax, fee: 0, commission: 0 }
  const timeline: Timeline = {
    terms: [{ firstDay, lastDay: null, frequency: null }],
    segments: [
      { firstDay, kind: 'cover', price },
      {
        firstDay: Temporal.PlainDate.from(fromDay),
        kind: 'cover',
        price: { ...price, payment, tax: 0 },
      },
    ],
    ending: null,
  }
  // The contract has them as texts.
  const policyId = sold.id as PolicyId
  const versionId = 'tpv_0198f0000000000000000000001' as PolicyVersionId
  const policy = await selectPolicy(platform.db, policyId)
  if (policy === undefined) throw new Error('it was sold')
  const now = platform.clock()
  return { policyId, policy, versionId, timeline, now, when: now, taxOf: noTax }
}

const noTax = () => Promise.resolve(() => [])

describe('another timeline', () => {
  it('is previewed as it is rebilled, once', async () => {
    const change = await changedPolicy('2027-12-29', 2 * premium)
    const { policyId } = change
    const previewed = previewBilling(change.timeline, await selectCharged(platform.db, policyId))
    const [first, again] = await platform.db.transaction(async (tx) => {
      await lockPolicies(tx, [policyId])
      return [await rebill(tx, change), await rebill(tx, change)]
    })
    expect(first).toEqual({ ...previewed, document: null, settled: [] })
    // Half of 366 days at 146241 are 73121, the other half at 292482 are 146241: 73121 more.
    expect(first).toMatchObject({ owed: 73_121, credit: 0 })
    expect(again).toMatchObject({ charges: [], owed: 73_121 })
    expect((await ledgerOf(policyId)).balances).toEqual([
      { receivable: 73_121, credit: 0, cash: 0, elsewhere: premium },
    ])
  })

  it('that costs more, and then as much as before, leaves a document over nothing', async () => {
    const { policyId, ...dearer } = await changedPolicy('2027-12-29', 2 * premium)
    await platform.db.transaction(async (tx) => {
      await lockPolicies(tx, [policyId])
      await tx.query(undocumented)
      await rebill(tx, dearer)
      const versionId = 'tpv_0198f0000000000000000000002' as const
      const [sold] = dearer.timeline.segments
      const timeline = { ...dearer.timeline, segments: sold ? [sold] : [] }
      const { policy, taxOf, now: when } = dearer
      const back = await rebill(tx, { policy, versionId, timeline, when, taxOf })
      expect(back).toMatchObject({
        owed: 0,
        credit: 0,
        document: { kind: 'transaction', total: 0 },
      })
    })
    expect(await ledgerOf(policyId)).toMatchObject({
      charges: [{ amount: premium }, { amount: 73_121 }, { amount: -73_121 }],
      invoices: [{ state: 'settled', total: 0, open: 0 }, paidInvoice],
      balances: [{ receivable: 0, credit: 0 }],
    })
  })
})

describe('a proposal that is paid', () => {
  it('leaves a document of its own for what was owed before and not asked for', async () => {
    const { policyId, ...dearer } = await changedPolicy('2027-12-29', 2 * premium)
    const paid = await platform.db.transaction(async (tx) => {
      await lockPolicies(tx, [policyId])
      await tx.query(undocumented)
      await rebill(tx, dearer)
      const versionId = 'tpv_0198f0000000000000000000003' as const
      const { policy, taxOf, now: when } = dearer
      const [sold, changed] = dearer.timeline.segments
      if (sold === undefined || changed === undefined) throw new Error('nothing was changed')
      const { firstDay, price } = changed
      const dearest = { ...changed, firstDay, price: { ...price, payment: price.payment + 1_000 } }
      const timeline = { ...dearer.timeline, segments: [sold, dearest] }
      return rebill(tx, { policy, versionId, timeline, when, taxOf, isInvoiced: true })
    })
    expect(paid.document).toMatchObject({
      kind: 'transaction',
      state: 'settled',
      total: 73_121,
      chargesFrom: 2,
      chargesTo: 2,
    })
  })
})

/** Half a year of 366 days at 146241 is used, 186 days: 74319. */
const givenBack = 71_922

describe('a cancellation', () => {
  it('takes the days that are left off the charge, and what is given back leaves the credit', async () => {
    const seller = sellerOn(platform)
    const { id, version_id: version } = await soldPolicy(seller, { quote: { data } })
    await seller.cancel(id, version, { termination_date: '2027-12-31' })
    await platform.runDue()
    const { charges, postings, balances } = await ledgerOf(id)
    const taxBack = 23_349 - 11_866
    expect(charges).toEqual([
      { ...aYear, amount: premium, tax, fee: 0 },
      { ...aYear, amount: -givenBack, tax: -taxBack, fee: 0 },
    ])
    expect(postings).toEqual(
      [
        ...soldPostings,
        `premium from receivable: ${givenBack - taxBack}`,
        `receivable from customer_credit: ${givenBack}`,
        `tax from receivable: ${taxBack}`,
        `customer_credit from refunds_payable: ${givenBack}`,
        `refunds_payable from collected_elsewhere: ${givenBack}`,
      ].toSorted(),
    )
    expect(balances).toEqual([
      { receivable: 0, credit: 0, cash: 0, elsewhere: premium - givenBack },
    ])
  })

  it.each([
    ['and is requested again', 'retry', 'refunds_payable from cash'],
    ['and is given back by hand', 'ok', 'customer_credit from cash'],
  ])('owes the customer again what failed to be given back, %s', async (_, outcome, pair) => {
    const seller = sellerOn(platform)
    const refundId = await refundThat(platform, seller, 'failed')
    const [refund] = await platform.db.query<{ policyId: string }>(sql`
      select policy_id as "policyId" from refunds where id = ${refundId}`)
    const policyId = refund?.policyId ?? ''
    const failed = await ledgerOf(policyId)
    const credit = (failed.balances[0] as { credit: number }).credit // As it is selected above.
    expect(credit).toBeGreaterThan(0)
    // What waits for a person is not requested a second time.
    const versionId = 'tpv_0198f0000000000000000000001' as const
    await platform.handlers.credit_due({ policyId: policyId as PolicyId, versionId })
    const resolution = { outcome, note: 'They have another account.' }
    const resolved = await managerOn(platform).post(
      `/manage/refunds/${refundId}/resolve`,
      resolution,
    )
    expect(resolved.statusCode).toBe(200)
    await platform.runDue()
    const { postings, balances } = await ledgerOf(policyId)
    const isOf = (text: string) => (one: string) => one.startsWith(text)
    expect(postings.filter(isOf('customer_credit from'))).toHaveLength(2)
    expect(postings.filter(isOf(pair))).toHaveLength(1)
    expect(balances).toMatchObject([{ credit: 0 }])
  })
})

describe('the database itself refuses', () => {
  let policyId: string
  beforeAll(async () => {
    policyId = (await soldPolicy(sellerOn(platform), { quote: { data } })).id
  })
  const inPolicy = (statement: Statement) =>
    platform.db.transaction(async (tx) => {
      await tx.query(sql`select id from policies where id = ${policyId} for update`)
      await tx.query(statement)
    })

  it.each([
    [
      'to change a charge',
      (id: string) => sql`update charges set amount = 1 where policy_id = ${id}`,
    ],
    ['to lose one', (id: string) => sql`delete from charges where policy_id = ${id}`],
    [
      'to change a posting',
      (id: string) => sql`update postings set amount = 1 where policy_id = ${id}`,
    ],
    ['to lose one of these', (id: string) => sql`delete from postings where policy_id = ${id}`],
    ['another total', (id: string) => sql`update invoices set total = 1 where policy_id = ${id}`],
    [
      'an invoice to open again',
      (id: string) => sql`
      update invoices set state = 'open', open = 1, closed_at = null where policy_id = ${id}`,
    ],
    ['to lose an invoice', (id: string) => sql`delete from invoices where policy_id = ${id}`],
    ['to lose balances', (id: string) => sql`delete from balances where policy_id = ${id}`],
    [
      'more given back than came',
      (id: string) => sql`
      update balances set collected_elsewhere = -1 where policy_id = ${id}`,
    ],
    [
      'to owe both ways',
      (id: string) => sql`
      update balances set receivable = 1, customer_credit = 1 where policy_id = ${id}`,
    ],
    [
      'a write-off without a reason',
      (id: string) => sql`
      insert into postings (policy_id, cause, debit, credit, amount, posted_at, insurer_id, livemode,
        currency, booking_day, value_day)
      values (${id}, 'x', 'written_off', 'cash', 1, now(), 'acc', false, 'EUR', now(), now())`,
    ],
  ])('%s', async (_, statement) => {
    await expect(inPolicy(statement(policyId))).rejects.toThrow(
      /written once|does not become|opens again by more|violates check constraint/,
    )
  })
})
