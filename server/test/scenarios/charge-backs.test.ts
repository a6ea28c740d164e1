import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { invoicesOf, moneyOf } from '../builders/money-of.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { receivedByHand } from '../builders/tracked.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { bankPays } from '../builders/payouts.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { deleteJobsOfPayment } from '../support/queue.ts'
import { testStart } from '../support/test-start.ts'
import { tally } from './records.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
})
afterAll(() => platform.close())
beforeEach(() => platform.clock.set(testStart))

const premium = 146_241
const card = { provider: 'sandbox', method: 'card' }

async function paidByCard(sandbox: JsonObject = {}, seller = sellerOn(platform)) {
  const offer = await madeOffer(seller)
  const answer = await seller.pay(offer, { ...card, sandbox })
  expect(answer.statusCode, answer.body).toBe(200)
  return { ...offer, paymentId: answer.json<{ id: string }>().id }
}
const report = async (paymentId: string, status: string, more: JsonObject = {}) => {
  const response = await sandboxCallback(platform, { payment_id: paymentId, status, ...more })
  expect(response.statusCode).toBe(200)
}
const paymentOf = async (id: string) => (await sellerOn(platform).get(`/payments/${id}`)).json()
const policyOf = async (id: string) =>
  (await sellerOn(platform).get(`/policies/${id}`)).json<{
    status: string
    mandate: { status: string } | null
  }>()
const doubtsOf = async (id: string) => {
  const all = await managerOn(platform).get('/manage/payments?in_doubt=true&limit=100')
  const listed = all.json<{ id: string; doubts: { why: string }[] }[]>()
  return listed.find((one) => one.id === id)?.doubts.map(({ why }) => why) ?? []
}

describe('money that is taken back after it had come', () => {
  it('is owed again, ends the mandate, and leaves the cover as it is', async () => {
    const { id, paymentId } = await paidByCard()
    await report(paymentId, 'charged_back')
    expect(await paymentOf(paymentId)).toMatchObject({
      status: 'failed',
      error_code: 'charged_back',
    })
    expect(await policyOf(id)).toMatchObject({ status: 'paid', mandate: { status: 'declined' } })
    expect(await moneyOf(platform, id)).toEqual({
      receivable: premium,
      credit: 0,
      cash: 0,
      chargedBack: premium,
    })
    expect(await invoicesOf(platform, id)).toMatchObject([{ state: 'open', open: premium }])
    const history = await managerOn(platform).get(`/manage/policies/${id}/history`)
    const types = history.json<{ events: { type: string }[] }>().events.map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(['payment.charged_back', 'mandate.declined']))
  })

  it('comes a week later on a clock, by asking alone, to the second', async () => {
    const clock = await newClock(platform, '2031-05-01T10:00:00Z')
    const seller = sellerOn(platform, { clock })
    const offer = await madeOffer(seller, { quote: { data: { policy_start_date: '2031-06-01' } } })
    await seller.pay(offer, { ...card, sandbox: { outcome: 'charge_back' } })
    await advanceAll(platform, clock, '2031-05-08T09:59:59Z')
    expect(await moneyOf(platform, offer.id)).toMatchObject({ receivable: 0, chargedBack: 0 })
    await advanceAll(platform, clock, '2031-05-08T10:00:00Z')
    expect(await moneyOf(platform, offer.id)).toMatchObject({ receivable: premium })
  })

  it('comes a week later in true time, also where the job is lost', async () => {
    const [one, other] = [
      await paidByCard({ outcome: 'charge_back' }),
      await paidByCard({ outcome: 'charge_back' }),
    ]
    await platform.db.query(deleteJobsOfPayment(other.paymentId))
    platform.clock.advance({ hours: 7 * 24 - 1 })
    await platform.runDue()
    expect(await paymentOf(one.paymentId)).toMatchObject({ status: 'ok' })
    platform.clock.advance({ hours: 2 })
    await platform.runDue()
    expect(await paymentOf(one.paymentId)).toMatchObject({ error_code: 'charged_back' })
    expect(await paymentOf(other.paymentId)).toMatchObject({ status: 'ok' })
    await platform.handlers.sweep({})
    await platform.runDue()
    expect(await paymentOf(other.paymentId)).toMatchObject({ error_code: 'charged_back' })
  })

  it('is posted once, however often it is said, also at the same time', async () => {
    const { id, paymentId } = await paidByCard()
    await Promise.all(Array.from({ length: 6 }, () => report(paymentId, 'charged_back')))
    await report(paymentId, 'failed')
    expect(await moneyOf(platform, id)).toMatchObject({ receivable: premium, chargedBack: premium })
    expect(await doubtsOf(paymentId)).toEqual([])
  })

  it('of a payment that nobody had confirmed fails it, and the offer can be paid again', async () => {
    const { id, paymentId } = await paidByCard({ outcome: 'pending' })
    await report(paymentId, 'charged_back')
    expect(await paymentOf(paymentId)).toMatchObject({
      status: 'failed',
      error_code: 'charged_back',
    })
    expect(await policyOf(id)).toMatchObject({ status: 'ready' })
  })

  it('is contradicted by a later ok, which a person settles', async () => {
    const { id, paymentId } = await paidByCard()
    await report(paymentId, 'charged_back')
    await report(paymentId, 'ok')
    expect(await doubtsOf(paymentId)).toEqual(['contradicted'])
    expect(await moneyOf(platform, id)).toMatchObject({ receivable: premium, cash: 0 })
    const resolve = (outcome: string) =>
      managerOn(platform).post(`/manage/payments/${paymentId}/resolve`, { outcome, note: 'asked' })
    expect((await resolve('ok')).statusCode).toBe(422)
    expect((await resolve('failed')).statusCode).toBe(200)
    expect(await doubtsOf(paymentId)).toEqual([])
  })

  it('can be recorded by a person, where the provider only said that it failed', async () => {
    const { id, paymentId } = await paidByCard()
    await report(paymentId, 'failed')
    expect(await doubtsOf(paymentId)).toEqual(['contradicted'])
    const answer = await managerOn(platform).post(`/manage/payments/${paymentId}/resolve`, {
      outcome: 'failed',
      note: 'the bank has it back',
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await moneyOf(platform, id)).toMatchObject({ receivable: premium, chargedBack: premium })
  })

  it('in part, or after it was given back whole, is left to a person', async () => {
    const part = await paidByCard()
    await report(part.paymentId, 'charged_back', { amount: 1, currency: 'eur' })
    expect(await doubtsOf(part.paymentId)).toEqual(['contradicted'])
    const wrong = await paidByCard({ amount: 1 })
    await platform.runDue()
    await report(wrong.paymentId, 'charged_back')
    expect(await doubtsOf(wrong.paymentId)).toEqual(['contradicted'])
    expect(await moneyOf(platform, wrong.id)).toBeUndefined()
  })
})

describe('a charge-back after', () => {
  it('a cancellation is paid by the credit that is not given back yet', async () => {
    const { id, paymentId } = await paidByCard({ refund: 'failed' })
    const transactions = transactionsOn(platform, sellerOn(platform))
    await transactions.cancel(id, '2027-12-31')
    // The refund has failed, so it is owed again.
    const { credit = 0 } = (await moneyOf(platform, id)) ?? {}
    expect(credit).toBeGreaterThan(0)
    await report(paymentId, 'charged_back')
    const rest = premium - credit
    expect(await moneyOf(platform, id)).toMatchObject({ receivable: rest, credit: 0, cash: 0 })
    expect(await invoicesOf(platform, id)).toMatchObject([{ state: 'open', open: rest }])
    const { refunds } = (await paymentOf(paymentId)) as { refunds: { id: string }[] }
    const resolve = (outcome: string) =>
      managerOn(platform).post(`/manage/refunds/${refunds[0]?.id}/resolve`, { outcome, note: 'x' })
    expect((await resolve('retry')).statusCode).toBe(422)
    // Who gave it back all the same has given too much.
    expect((await resolve('ok')).statusCode).toBe(200)
    expect(await moneyOf(platform, id)).toMatchObject({ receivable: premium, credit: 0 })
  })

  it('a refund asks for all of it: the money is gone twice', async () => {
    const { id, paymentId } = await paidByCard()
    await transactionsOn(platform, sellerOn(platform)).cancel(id, '2027-12-31')
    const { cash = 0 } = (await moneyOf(platform, id)) ?? {}
    const refunded = premium - cash
    expect(refunded).toBeGreaterThan(0)
    await report(paymentId, 'charged_back')
    expect(await moneyOf(platform, id)).toMatchObject({ receivable: premium, cash: -refunded })
    expect(await invoicesOf(platform, id)).toMatchObject([{ state: 'open', open: premium }])
  })

  it('a refund that then fails: what comes back pays what is owed', async () => {
    const { id, paymentId } = await paidByCard({ refund: 'stuck' })
    await transactionsOn(platform, sellerOn(platform)).cancel(id, '2027-12-31')
    await report(paymentId, 'charged_back')
    expect(await moneyOf(platform, id)).toMatchObject({ receivable: premium })
    const sandbox = platform.providers.get('sandbox') ?? expect.fail('there is a sandbox')
    const refused = {
      status: 'failed',
      errorCode: 'closed',
      reason: 'The card was closed.',
    } as const
    const found = vi.spyOn(sandbox, 'findRefund').mockResolvedValue(refused)
    platform.clock.advance({ hours: 1 })
    await platform.runDue()
    found.mockRestore()
    const { receivable = 0 } = (await moneyOf(platform, id)) ?? {}
    expect(receivable).toBeLessThan(premium)
    expect(await invoicesOf(platform, id)).toMatchObject([{ state: 'open', open: receivable }])
  })
})

describe('the invoice of a sale that was charged back', () => {
  it('is paid with the token of the policy, which brings another mandate', async () => {
    const { id, paymentId, payment_token } = await paidByCard()
    const seller = sellerOn(platform)
    const pay = (sandbox: JsonObject = {}) =>
      seller.pay({ id, payment_token }, { ...card, sandbox })
    const shownToken = async () => {
      const [invoice] = await invoicesOf(platform, id)
      const shown = await managerOn(platform).get(`/manage/invoices/${invoice?.id}`)
      return shown.json<{ payment_token: string | null }>().payment_token
    }
    expect((await pay()).statusCode).toBe(400)
    expect(await shownToken()).toBeNull()
    await report(paymentId, 'charged_back')
    expect(await shownToken()).toBe(payment_token)
    expect((await pay({ outcome: 'failed' })).json()).toMatchObject({ status: 'failed' })
    expect(await policyOf(id)).toMatchObject({ status: 'paid', mandate: { status: 'declined' } })
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay()))
    expect(tally(answers.map(({ statusCode }) => statusCode))[200]).toBe(1)
    expect(await policyOf(id)).toMatchObject({ status: 'paid', mandate: { status: 'active' } })
    expect(await moneyOf(platform, id)).toMatchObject({ receivable: 0, credit: 0, cash: premium })
    const refused = await pay()
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      400,
      `Policy ${id} cannot be paid: it is already paid.`,
    ])
  })

  it('opens again when that is charged back as well', async () => {
    const { id, paymentId, payment_token } = await paidByCard()
    await report(paymentId, 'charged_back')
    const again = await sellerOn(platform).pay({ id, payment_token }, card)
    await report(again.json<{ id: string }>().id, 'charged_back')
    expect(await moneyOf(platform, id)).toMatchObject({
      receivable: premium,
      cash: 0,
      chargedBack: 2 * premium,
    })
    expect(await invoicesOf(platform, id)).toMatchObject([{ state: 'open', open: premium }])
  })

  it('opens again also where it was paid by transfer besides, and that was given back', async () => {
    const { id, paymentId } = await paidByCard()
    const [sale] = await invoicesOf(platform, id)
    const on = platform.clock().toString().slice(0, 10)
    await receivedByHand(platform, { id: sale?.id ?? '', amount: premium, currency: 'eur', on })
    await transactionsOn(platform, sellerOn(platform)).cancel(id, '2027-07-28')
    await platform.runDue()
    await bankPays(platform, id)
    const earned = 11_987 // 30 of 366 days.
    expect(await moneyOf(platform, id)).toMatchObject({ receivable: 0, credit: 0, cash: earned })
    await report(paymentId, 'charged_back')
    expect(await moneyOf(platform, id)).toMatchObject({ receivable: premium })
    expect(await invoicesOf(platform, id)).toMatchObject([{ state: 'open', open: premium }])
    expect((await checkMoney(platform)).faults).toEqual([])
  })

  it('cannot grow by more than was charged back', async () => {
    const { id } = await paidByCard()
    const grow = platform.db.transaction(async (tx) => {
      await tx.query(sql`select from policies where id = ${id} for update`)
      await tx.query(sql`
        update invoices set state = 'open', open = total, closed_at = null where policy_id = ${id}`)
    })
    await expect(grow).rejects.toThrow('opens again by more than was charged back')
  })
})

describe('the money check names', () => {
  const damages = [
    [
      'a charge-back that is not posted',
      `update postings set cause = 'payment ' || substr(cause, 13)
       where policy_id = $1 and cause like 'charge-back %'`,
      `update postings set cause = 'charge-back ' || substr(cause, 9)
       where policy_id = $1 and debit = 'receivable' and credit = 'cash'`,
      ['posting_of_charge_back', 'posting_of_payment'],
    ],
    [
      'one that nobody knows of',
      `update payments set status = 'ok', charged_back_at = null where policy_id = $1`,
      `update payments set status = 'failed', charged_back_at = now() where policy_id = $1`,
      ['invoice_payment', 'posting_of_charge_back', 'posting_without_cause'],
    ],
    [
      'a sum of them that is another',
      `update balances set charged_back = charged_back + 1 where policy_id = $1`,
      `update balances set charged_back = charged_back - 1 where policy_id = $1`,
      ['balances'],
    ],
    [
      'an invoice that is open by more than is owed',
      `update balances set receivable = receivable - 1 where policy_id = $1`,
      `update balances set receivable = receivable + 1 where policy_id = $1`,
      ['balances', 'invoice_open'],
    ],
  ] as const

  it.each(damages)('%s', async (_, damage, fix, kinds) => {
    const { id, paymentId } = await paidByCard()
    await report(paymentId, 'charged_back')
    const untriggered = async (statement: string) => {
      const { pool } = platform.db
      const tables = ['postings', 'payments', 'balances']
      for (const table of tables) await pool.query(`alter table ${table} disable trigger user`)
      await pool.query(statement, [id])
      for (const table of tables) await pool.query(`alter table ${table} enable trigger user`)
    }
    await untriggered(damage)
    const { faults } = await checkMoney(platform)
    await untriggered(fix)
    expect(new Set(faults.map((fault) => fault.policy_id))).toEqual(new Set([id]))
    expect(faults.map(({ kind }) => kind).toSorted()).toEqual(kinds)
  })
})

/** After all that was done above. */
it('the money of the whole portfolio agrees', async () => {
  const { policies_checked: checked, faults } = await checkMoney(platform)
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(10)
})
