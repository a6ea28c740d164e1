import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { disputeFee, feeOf } from '../builders/stripe/account.ts'
import {
  type StripeStage,
  intentOf,
  later,
  openStripeStage,
  paidByStripe,
} from '../builders/stripe/stripe-stage.ts'

let stage: StripeStage
beforeAll(async () => {
  stage = await openStripeStage()
})
afterAll(async () => {
  expect(await checkMoney(stage.platform)).toMatchObject({ policies_different: 0, faults: [] })
  await stage.close()
})

const premium = 146_241

interface Item {
  readonly id: string
  readonly kind: string
  readonly state: string
  readonly problem: string | null
  readonly reference: string | null
  readonly amount: number | null
  readonly fee: number
  readonly own_amount: number | null
  readonly difference: number
  readonly payment_id: string | null
  readonly refund_id: string | null
  readonly value_date: string | null
}
async function itemsOf(filters = ''): Promise<Item[]> {
  const answer = await managerOn(stage.platform).get(`/manage/reconciliation?limit=100${filters}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Item[]>()
}
async function account() {
  const answer = await managerOn(stage.platform).get('/manage/reconciliation/accounts')
  expect(answer.statusCode, answer.body).toBe(200)
  const [first] = answer.json<
    {
      state: string
      refusal: string | null
      totals: {
        currency: string
        balance: number
        difference: number
        accepted: number
        unmatched: number
      }[]
    }[]
  >()
  return first ?? expect.fail('there is an account at Stripe')
}
/** The balance of an account of the ledger. */
async function ledgerOf(name: string): Promise<number> {
  const [row] = await stage.platform.db.query<{ sum: number }>(sql`
    select coalesce(sum(case ${name} when debit then amount when credit then -amount else 0 end),
      0)::bigint as sum from postings`)
  return row?.sum ?? 0
}
/** What the ledger has at Stripe differs from what is there by what is listed, to the cent. */
async function expectExplained(known?: number) {
  const { totals } = await account()
  const balance = stage.stripe.account.balance('eur')
  expect(totals).toMatchObject([{ currency: 'eur', balance }])
  const [{ difference, accepted } = { difference: Number.NaN, accepted: Number.NaN }] = totals
  expect((await ledgerOf('cash')) + difference + accepted).toBe(balance)
  if (known !== undefined) expect(accepted).toBe(known)
  return difference
}
const sold = () => paidByStripe(stage, 'pm_card_visa')
const hours = (count: number) => later(stage.platform, { hours: count })

describe('the money at the provider', () => {
  it('matches a payment and a refund, and what the provider keeps is an expense', async () => {
    const { seller, offer, payment } = await sold()
    await hours(2)
    expect(await itemsOf(`&payment_id=${payment.id}`)).toMatchObject([
      {
        kind: 'payment',
        state: 'matched',
        problem: null,
        amount: premium,
        fee: feeOf(premium),
        own_amount: premium,
        difference: 0,
      },
    ])
    expect(await ledgerOf('provider_fees')).toBe(feeOf(premium))
    await transactionsOn(stage.platform, seller).cancel(offer.id, '2028-06-30')
    await hours(2)
    await hours(2)
    const [refund] = (await itemsOf(`&payment_id=${payment.id}`)).filter(
      ({ kind }) => kind === 'refund',
    )
    expect(refund).toMatchObject({ state: 'matched', difference: 0 })
    expect(refund?.amount).toBe(refund?.own_amount)
    expect(await expectExplained()).toBe(0)
  })
  it('moves a payout from the provider to the bank, and back where the bank refuses it', async () => {
    const before = stage.stripe.account.balance('eur')
    const { id } = stage.stripe.account.payOut()
    await hours(2)
    expect(await ledgerOf('bank')).toBe(before)
    expect(await ledgerOf('cash')).toBe(0)
    const day = stage.platform.clock().add({ hours: 46 }).toString().slice(0, 10)
    const [item] = await itemsOf()
    expect(item).toMatchObject({ kind: 'payout', state: 'matched', amount: -before })
    expect(item?.value_date).toBe(day)
    stage.stripe.account.failPayout(id)
    await hours(2)
    expect(await ledgerOf('bank')).toBe(0)
    expect(await expectExplained()).toBe(0)
  })
  it('posts what the provider charges by itself as a fee', async () => {
    const before = await ledgerOf('provider_fees')
    stage.stripe.account.chargeFee(499)
    await hours(2)
    expect((await ledgerOf('provider_fees')) - before).toBe(499)
    expect(await itemsOf('&state=unmatched')).toEqual([])
    expect(await expectExplained()).toBe(0)
  })
  it('is read in pages, and each movement once, however often it is read', async () => {
    const before = await ledgerOf('provider_fees')
    for (let at = 0; at < 230; at++) stage.stripe.account.chargeFee(10)
    const asked = () => stage.stripe.asked.filter((one) => one.endsWith('balance_transactions'))
    const count = asked().length
    await hours(2)
    expect(asked().length - count).toBeGreaterThanOrEqual(3)
    await stage.platform.handlers.sweep({})
    await later(stage.platform, { minutes: 61 })
    expect((await ledgerOf('provider_fees')) - before).toBe(2_300)
    expect(await expectExplained()).toBe(0)
  })
})

describe('what does not match', () => {
  it('is money there of which nothing is known here', async () => {
    stage.stripe.account.sellElsewhere(5_000)
    await hours(2)
    expect(await itemsOf('&state=unmatched')).toMatchObject([
      { kind: 'payment', problem: 'not_here', amount: 5_000, own_amount: null, difference: 5_000 },
    ])
    expect(await expectExplained()).toBe(5_000)
  })
  it('is a payment of which the provider has no money after three days, until it has', async () => {
    const { payment } = await sold()
    const { balanceTransactions } = stage.stripe.account
    const [hidden] = balanceTransactions.splice(-1)
    await later(stage.platform, { hours: 60 })
    expect(await itemsOf(`&payment_id=${payment.id}`)).toEqual([])
    await later(stage.platform, { hours: 24 })
    expect(await itemsOf(`&payment_id=${payment.id}`)).toMatchObject([
      {
        kind: 'payment',
        state: 'unmatched',
        problem: 'not_there',
        reference: null,
        amount: null,
        own_amount: premium,
        difference: -premium,
      },
    ])
    await expectExplained()
    if (hidden !== undefined) {
      const created = Math.floor(stage.platform.clock().epochMilliseconds / 1000)
      balanceTransactions.push({ ...hidden, created })
    }
    await hours(2)
    expect(await itemsOf(`&payment_id=${payment.id}`)).toMatchObject([
      { state: 'matched', amount: premium },
    ])
  })
  it('is another amount than ours, and is for a person when it stays', async () => {
    const { payment } = await sold()
    const moved = stage.stripe.account.balanceTransactions.at(-1)
    Object.assign(moved ?? {}, { amount: premium - 100, net: premium - 100 - feeOf(premium) })
    await hours(2)
    expect(await itemsOf(`&payment_id=${payment.id}`)).toMatchObject([
      { state: 'unmatched', problem: 'other_amount', difference: -100 },
    ])
    await expectExplained()
    const counted = async () => {
      const inbox = await managerOn(stage.platform).get('/manage/inbox')
      const { items } = inbox.json<{ items: { kind: string; count: number }[] }>()
      return items.find(({ kind }) => kind === 'reconciliation_unmatched')?.count
    }
    const before = (await counted()) ?? Number.NaN
    await later(stage.platform, { hours: 49 })
    expect(((await counted()) ?? Number.NaN) - before).toBe(1)
  })
  it('is money in dispute until that is decided', async () => {
    const difference = await expectExplained()
    const { payment } = await sold()
    const { reference } = await paymentOf(payment.id)
    const { id } = stage.stripe.account.dispute(reference)
    await hours(2)
    const dispute = async () =>
      (await itemsOf(`&payment_id=${payment.id}`)).filter(({ kind }) => kind === 'dispute')
    expect(await dispute()).toMatchObject([
      { state: 'waiting', amount: -premium, fee: disputeFee, difference: -premium },
    ])
    expect(await expectExplained()).toBe(difference - premium)
    stage.stripe.account.closeDispute(id, 'lost')
    await hours(2)
    await hours(2)
    expect(await dispute()).toMatchObject([
      { state: 'matched', amount: -premium, own_amount: -premium, difference: 0 },
    ])
    expect(await expectExplained()).toBe(difference)
  })
  it('is nothing where a dispute is won: the money comes back', async () => {
    const difference = await expectExplained()
    const { payment } = await sold()
    const { id } = stage.stripe.account.dispute(intentOf(stage.stripe, payment.id).id)
    await hours(2)
    stage.stripe.account.closeDispute(id, 'won', { givesFeeBack: true })
    await hours(2)
    const fees = await ledgerOf('provider_fees')
    const states = (await itemsOf(`&payment_id=${payment.id}`)).map(({ state }) => state)
    expect(states).toEqual(['matched', 'matched', 'matched'])
    expect(await expectExplained()).toBe(difference)
    expect(fees).toBe(
      stage.stripe.account.balanceTransactions.reduce(
        (sum, { type, amount, fee }) => sum + fee - (type === 'stripe_fee' ? amount : 0),
        0,
      ),
    )
  })
})

describe('a difference that a person knows', () => {
  const accept = async (id: string, body: object) =>
    managerOn(stage.platform).post(`/manage/reconciliation/${id}/accept`, { ...body })
  const unmatched = async () => (await account()).totals[0]?.unmatched
  const found = async (id: string) => {
    const all = (await itemsOf()).find((item) => item.id === id)
    return all ?? expect.fail(`there is no row ${id}`)
  }

  it('is listed apart with who and why, and the report comes to zero', async () => {
    const before = await expectExplained()
    const open = (await unmatched()) ?? Number.NaN
    stage.stripe.account.sellElsewhere(7_000)
    await hours(2)
    expect(await expectExplained()).toBe(before + 7_000)
    const [row] = await itemsOf('&state=unmatched')
    const id = row?.id ?? ''
    const reason = 'Sold at a fair, by the card reader there.'
    const outdated = await accept(id, { reason, difference: 6_999 })
    expect(outdated.json()).toMatchObject({ code: 'difference_not_that' })
    const answers = await Promise.all([accept(id, { reason }), accept(id, { reason })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 422,
    ])
    const isKnown = {
      state: 'accepted',
      difference: 7_000,
      acceptance: { reason, by: expect.stringMatching(/^key_/), at: expect.any(String) },
    }
    expect(await itemsOf('&state=accepted')).toMatchObject([{ id, ...isKnown }])
    expect((await itemsOf('&state=unmatched')).map((item) => item.id)).not.toContain(id)
    expect(await unmatched()).toBe(open)
    // All that differs is accepted, or was before: what is left is what was left.
    expect(await expectExplained(7_000)).toBe(before)
    await hours(2)
    expect(await found(id)).toMatchObject(isKnown)
    const reopened = await managerOn(stage.platform).post(`/manage/reconciliation/${id}/reopen`)
    expect(reopened.json()).toMatchObject({ id, state: 'unmatched', acceptance: null })
    expect(await expectExplained()).toBe(before + 7_000)
    expect(await unmatched()).toBe(open + 1)
    // In the end nothing differs that nobody knows.
    for (const item of await itemsOf('&state=unmatched')) {
      await accept(item.id, { reason: 'Known since the audit.' })
    }
    const [totals] = (await account()).totals
    expect(totals).toMatchObject({ difference: 0, unmatched: 0, accepted: before + 7_000 })
  })

  it('is one to be looked at again once it is another difference', async () => {
    const { payment } = await sold()
    const { balanceTransactions } = stage.stripe.account
    const moved = balanceTransactions.at(-1)
    Object.assign(moved ?? {}, { amount: premium - 100, net: premium - 100 - feeOf(premium) })
    await hours(2)
    const [row] = await itemsOf(`&payment_id=${payment.id}`)
    await accept(row?.id ?? '', { reason: 'The provider rounded it.' })
    // Another movement of the same payment makes up for a part of it.
    const created = Math.floor(stage.platform.clock().epochMilliseconds / 1000)
    const [id, amount] = ['txn_made_up_for', 40]
    if (moved !== undefined) {
      balanceTransactions.push({ ...moved, id, created, amount, net: amount, fee: 0 })
    }
    await hours(2)
    const rows = await itemsOf(`&payment_id=${payment.id}`)
    expect(rows.map(({ state, difference }) => ({ state, difference }))).toEqual([
      { state: 'unmatched', difference: -60 },
      { state: 'unmatched', difference: 0 },
    ])
    // All its movements are accepted together.
    await accept(rows[0]?.id ?? '', { reason: 'The provider gave a part of it back.' })
    const states = (await itemsOf(`&payment_id=${payment.id}`)).map(({ state }) => state)
    expect(states).toEqual(['accepted', 'accepted'])
  })
})

describe('a key that may not read the balance', () => {
  it('is said as a state, and takes money all the same', async () => {
    stage.stripe.mayReadBalance = false
    const { payment } = await sold()
    expect(payment.status).toBe('ok')
    await hours(2)
    expect(await account()).toMatchObject({
      state: 'refused',
      refusal: expect.stringContaining('permissions'),
    })
    const credentials = await managerOn(stage.platform).get('/manage/provider_credentials')
    expect(credentials.json()).toContainEqual(
      expect.objectContaining({ provider: 'stripe', refused_at: null }),
    )
    stage.stripe.mayReadBalance = true
    await hours(2)
    expect(await account()).toMatchObject({ state: 'read', refusal: null })
    expect(await itemsOf(`&payment_id=${payment.id}`)).toMatchObject([{ state: 'matched' }])
    await expectExplained()
  })
})

async function paymentOf(id: string): Promise<{ readonly reference: string }> {
  const [row] = await stage.platform.db.query<{ reference: string }>(
    sql`select reference from payments where id = ${id}`,
  )
  return row ?? expect.fail(`there is no payment ${id}`)
}
