import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { publishedDraft, withoutRenewal } from '../builders/draft.ts'
import { checkMoney } from '../builders/money-check.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { sandboxCallback } from '../builders/sandbox-callback.ts'
import { type Seller, sellerOn, soldPolicy } from '../builders/sale.ts'
import { answer, refused } from '../contract/words.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let insurer: Seller
let transactions: ReturnType<typeof transactionsOn>
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  insurer = sellerOn(platform, { secretKey: platform.demo.insurer.test.secret })
  transactions = transactionsOn(platform, insurer)
})
afterAll(() => platform.close())

const sold = 146_241
/** Ms Brandt's company, insured from 2 March 2027 on for a year at a time: of 366 days. */
const brandt = () => {
  platform.clock.set(Temporal.Instant.from('2027-03-01T09:00:00Z'))
  return soldPolicy(insurer, { quote: { data: { policy_start_date: '2027-03-02' } } })
}
/** The hundredth day of cover: 99 have passed. */
const inJune = () => platform.clock.set(Temporal.Instant.from('2027-06-09T09:00:00Z'))
const restOf = (price: number) => price - Math.round((price * 99) / 366)

const higher = { deductible: 100_000 }
const lower = { deductible: 1_000_000 }

async function givenBack(id: string): Promise<number> {
  const [given] = await platform.db.query<{ amount: number }>(sql`
    select coalesce(sum(amount), 0)::bigint as amount from refunds where policy_id = ${id}`)
  return given?.amount ?? 0
}

/** Sells cyber as its folder says again, for the stories to come. */
const asItWas = () => publishedDraft(platform, 'cyber', { 'product.yaml': (text) => `${text}\n` })

describe('an endorsement that makes a policy cheaper', () => {
  it('holds at once, and what was paid too much goes back: no other year of the term comes', async () => {
    const { id } = await brandt()
    inJune()
    const { token, endorsement: change } = await transactions.quoteEndorsement(id, lower)
    const { status, payment } = await transactions.endorse(id, { quote_token: token })
    expect({ status, payment }).toEqual({ status: 'active', payment: null })
    const { quote } = await transactions.view(id)
    expect(quote.customer_input).toMatchObject(lower)
    expect(quote.gross_payment_amount).toBeLessThan(sold)
    expect(change.amount).toBe(restOf(quote.gross_payment_amount) - restOf(sold))
    await platform.runDue()
    expect(await transactions.money(id)).toEqual({
      charged: sold + change.amount,
      receivable: 0,
      credit: 0,
    })
    expect(await givenBack(id)).toBe(-change.amount)
    expect(await transactions.days(id)).toEqual([
      { day: '2027-03-02', kind: 'cover', payment: sold },
      { day: '2027-06-09', kind: 'cover', payment: quote.gross_payment_amount },
    ])
  })

  it('and its opposite from the same day leave no cent behind', async () => {
    const { id } = await brandt()
    inJune()
    const down = await transactions.quoteEndorsement(id, lower)
    await transactions.endorse(id, { quote_token: down.token })
    const up = await transactions.quoteEndorsement(id, { deductible: 500_000 })
    // What went back is to be paid again first.
    const { status, payment } = await transactions.endorse(id, { quote_token: up.token })
    expect({ status, amount: payment?.amount }).toEqual({
      status: 'proposed',
      amount: -down.endorsement.amount,
    })
    await transactions.pay(id, payment?.token ?? '')
    expect(await transactions.money(id)).toEqual({ charged: sold, receivable: 0, credit: 0 })
  })
})

describe('an endorsement that makes a policy cheaper whose term has years to come', () => {
  beforeAll(() => publishedDraft(platform, 'cyber', { 'product.yaml': withoutRenewal }))
  afterAll(asItWas)

  it('leaves what was paid too much as credit for the next year', async () => {
    const { id } = await brandt()
    inJune()
    const { token, endorsement: change } = await transactions.quoteEndorsement(id, lower)
    expect(change).toMatchObject({ settled_by: 'credit', settled_on: '2028-03-02' })
    expect(await transactions.endorse(id, { quote_token: token })).toMatchObject({
      status: 'active',
    })
    await platform.runDue()
    expect(await transactions.money(id)).toEqual({
      charged: sold + change.amount,
      receivable: 0,
      credit: -change.amount,
    })
    expect(await givenBack(id)).toBe(0)
  })

  it('and its opposite from the same day leave no cent behind', async () => {
    const { id } = await brandt()
    inJune()
    const down = await transactions.quoteEndorsement(id, lower)
    await transactions.endorse(id, { quote_token: down.token })
    const up = await transactions.quoteEndorsement(id, { deductible: 500_000 })
    // The credit pays for it, so nothing is to be paid first.
    expect(await transactions.endorse(id, { quote_token: up.token })).toMatchObject({
      status: 'active',
    })
    expect(await transactions.money(id)).toEqual({ charged: sold, receivable: 0, credit: 0 })
    expect(await givenBack(id)).toBe(0)
  })
})

describe('a product may say otherwise', () => {
  afterAll(asItWas)

  it('what was paid too much goes back at once, and what is owed waits for the next instalment', async () => {
    await publishedDraft(platform, 'cyber', {
      'product.yaml': (text) => `${withoutRenewal(text)}\nrefund: at_once\nincrease_due: next\n`,
    })
    const { id } = await brandt()
    inJune()
    const down = await transactions.quoteEndorsement(id, lower)
    expect(down.endorsement).toMatchObject({ settled_by: 'refund' })
    await transactions.endorse(id, { quote_token: down.token })
    await platform.runDue()
    expect(await transactions.money(id)).toMatchObject({ receivable: 0, credit: 0 })
    expect(await givenBack(id)).toBe(-down.endorsement.amount)
    const up = await transactions.quoteEndorsement(id, higher)
    expect(up.endorsement).toMatchObject({ settled_by: 'instalment' })
    expect(await transactions.endorse(id, { quote_token: up.token })).toMatchObject({
      status: 'active',
    })
    expect(await transactions.money(id)).toMatchObject({
      receivable: up.endorsement.amount,
      credit: 0,
    })
  })
})

describe('an endorsement that makes a policy dearer', () => {
  /** Proposed to Ms Brandt in June. */
  async function proposed() {
    const { id } = await brandt()
    inJune()
    const { token, endorsement: change } = await transactions.quoteEndorsement(id, higher)
    const proposal = await transactions.endorse(id, { quote_token: token })
    expect(proposal).toMatchObject({
      status: 'proposed',
      payment: { amount: change.amount, currency: 'eur', pay_until: '2027-06-09' },
    })
    return {
      id,
      amount: change.amount,
      ...proposal,
      token: proposal.payment?.token ?? '',
    }
  }
  const statusOf = async (id: string, version: string) =>
    (await insurer.get(`/policies/${id}/versions/${version}/status`)).json<{ status: string }>()

  it('is proposed, and holds once it is paid', async () => {
    const { id, version_id: version, amount, token } = await proposed()
    expect(await transactions.view(id)).toMatchObject({
      is_locked: false,
      quote: { gross_payment_amount: sold },
    })
    expect(await transactions.money(id)).toEqual({ charged: sold, receivable: 0, credit: 0 })
    const paid = await transactions.pay(id, token)
    expect(paid.json()).toMatchObject({ status: 'ok' })
    expect(await statusOf(id, version)).toMatchObject({ status: 'active', payment: null })
    const { quote, version_id: held } = await transactions.view(id)
    expect(held).toBe(version)
    expect(restOf(quote.gross_payment_amount) - restOf(sold)).toBe(amount)
    expect(await transactions.money(id)).toEqual({
      charged: sold + amount,
      receivable: 0,
      credit: 0,
    })
    expect(await transactions.events(id)).toEqual([
      'issued',
      'endorsement_requested',
      'endorsement_proposed',
      'endorsed',
    ])
    const invoice = `bil_${version.slice('tpv_'.length)}`
    const news = await insurer.get(`/manage/events?subject_id=${invoice}`)
    expect(news.json()).toMatchObject([
      { type: 'invoice.settled', data: { payment_id: paid.json<{ id: string }>().id } },
      { type: 'invoice.issued', data: { kind: 'transaction', amount, due_day: '2027-06-09' } },
    ])
    expect(answer(await transactions.pay(id, token))).toEqual(
      refused(400, 'invoice_closed', `Invoice ${invoice} cannot be paid: it is settled.`),
    )
  })

  it('is given back by a cancellation with all that was paid for days to come', async () => {
    const { id, token, amount } = await proposed()
    await transactions.pay(id, token)
    await transactions.cancel(id, '2027-06-08')
    await platform.runDue()
    expect(await givenBack(id)).toBe(restOf(sold) + amount)
    expect(await transactions.money(id)).toEqual({
      charged: sold - restOf(sold),
      receivable: 0,
      credit: 0,
    })
  })

  it('lapses when its day is over and nobody has paid', async () => {
    const { id, version_id: version, token } = await proposed()
    platform.clock.set(Temporal.Instant.from('2027-06-09T21:59:59Z'))
    await platform.handlers.sweep({})
    expect(await statusOf(id, version)).toMatchObject({ status: 'proposed' })
    platform.clock.set(Temporal.Instant.from('2027-06-09T22:00:00Z'))
    await platform.handlers.sweep({})
    expect(await statusOf(id, version)).toMatchObject({ status: 'lapsed', payment: null })
    expect(answer(await transactions.pay(id, token))).toMatchObject({ code: 400 })
    expect(await transactions.view(id)).toMatchObject({ quote: { gross_payment_amount: sold } })
  })

  it('is preempted by another version, and by another proposal', async () => {
    const one = await proposed()
    await transactions.endorse(one.id, { data: { company_city: 'Potsdam' } })
    expect(await statusOf(one.id, one.version_id)).toMatchObject({ status: 'preempted' })
    expect(answer(await transactions.pay(one.id, one.token))).toEqual(
      refused(400, 'proposal_over', expect.stringContaining('has lapsed or was replaced')),
    )
    const two = await proposed()
    const again = await transactions.quoteEndorsement(two.id, { ...higher, employee_number: 40 })
    const second = await transactions.endorse(two.id, { quote_token: again.token })
    expect(second.status).toBe('proposed')
    expect(await statusOf(two.id, two.version_id)).toMatchObject({ status: 'preempted' })
    expect((await transactions.pay(two.id, two.token)).statusCode).toBe(400)
    expect((await transactions.pay(two.id, second.payment?.token ?? '')).statusCode).toBe(200)
  })

  it('whose money comes after it was preempted has it given back, whole', async () => {
    const { id, version_id: version, token, amount } = await proposed()
    const card = { provider: 'sandbox', method: 'card', sandbox: { outcome: 'pending' } }
    const pending = await transactions.pay(id, token, card)
    const { id: paymentId, status } = pending.json<{ id: string; status: string }>()
    expect(status).toBe('pending')
    expect((await transactions.pay(id, token, card)).statusCode).toBe(422)
    await transactions.endorse(id, { data: { company_city: 'Potsdam' } })
    await sandboxCallback(platform, { payment_id: paymentId, status: 'ok' })
    await platform.runDue()
    expect(await statusOf(id, version)).toMatchObject({ status: 'preempted' })
    expect((await insurer.get(`/payments/${paymentId}`)).json()).toMatchObject({
      status: 'failed',
      refunds: [{ method: 'whole', amount }],
    })
    expect(await transactions.money(id)).toEqual({ charged: sold, receivable: 0, credit: 0 })
  })

  it('that is paid by card holds when the provider says so', async () => {
    const { id, version_id: version, token, amount } = await proposed()
    const card = { provider: 'sandbox', method: 'card', sandbox: { outcome: 'pending' } }
    const { id: paymentId } = (await transactions.pay(id, token, card)).json<{ id: string }>()
    await sandboxCallback(platform, { payment_id: paymentId, status: 'ok' })
    expect(await statusOf(id, version)).toMatchObject({ status: 'active' })
    expect(await transactions.money(id)).toEqual({
      charged: sold + amount,
      receivable: 0,
      credit: 0,
    })
  })

  it('does not lapse while a payment for it is under way, whose outcome then decides', async () => {
    const card = { provider: 'sandbox', method: 'card', sandbox: { outcome: 'pending' } }
    for (const [status, becomes] of [
      ['ok', 'active'],
      ['failed', 'lapsed'],
    ] as const) {
      const { id, version_id: version, token, amount } = await proposed()
      const { id: paymentId } = (await transactions.pay(id, token, card)).json<{ id: string }>()
      platform.clock.set(Temporal.Instant.from('2027-06-09T22:00:00Z'))
      await platform.handlers.sweep({})
      expect(await statusOf(id, version)).toMatchObject({ status: 'proposed' })
      await sandboxCallback(platform, { payment_id: paymentId, status })
      await platform.runDue()
      expect(await statusOf(id, version)).toMatchObject({ status: becomes })
      const charged = becomes === 'active' ? sold + amount : sold
      expect(await transactions.money(id)).toEqual({ charged, receivable: 0, credit: 0 })
      expect((await transactions.pay(id, token)).statusCode).toBe(400)
    }
  })

  it('is paid once, however many pay for it at once', async () => {
    const { id, version_id: version, token, amount } = await proposed()
    const card = { provider: 'sandbox', method: 'card' }
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => transactions.pay(id, token, n % 2 === 0 ? {} : card)),
    )
    await platform.runDue()
    const made = answers.filter(
      (one) => one.statusCode === 200 && one.json<{ status: string }>().status === 'ok',
    )
    expect(made).toHaveLength(1)
    expect(await statusOf(id, version)).toMatchObject({ status: 'active' })
    expect(await transactions.money(id)).toEqual({
      charged: sold + amount,
      receivable: 0,
      credit: 0,
    })
  })

  it('paid in the moment of a cancellation holds or is given back, and no cent is lost', async () => {
    for (let round = 0; round < 4; round++) {
      const { id, version_id: version, token, amount } = await proposed()
      const seen = (await transactions.view(id)).version_id
      const [paid, cancelled] = await Promise.all([
        transactions.pay(id, token),
        insurer.cancel(id, seen, { termination_date: '2027-06-08' }),
      ])
      await platform.runDue()
      const { status } = await statusOf(id, version)
      if (paid.statusCode === 200) {
        // The cancellation did not know of the endorsement.
        expect({ status, cancelled: cancelled.statusCode }).toEqual({
          status: 'active',
          cancelled: 412,
        })
        expect(await transactions.money(id)).toMatchObject({
          charged: sold + amount,
          receivable: 0,
        })
      } else {
        expect({ status, cancelled: cancelled.statusCode }).toEqual({
          status: 'preempted',
          cancelled: 202,
        })
        expect(await transactions.money(id)).toMatchObject({ charged: sold - restOf(sold) })
      }
    }
  })
})

describe('a correction under a later change of price', () => {
  it('prices only the days whose answers become others, and charges the difference', async () => {
    const { id } = await brandt()
    inJune()
    const september = await transactions.quoteEndorsement(id, lower, '2027-09-01')
    await transactions.endorse(id, { quote_token: september.token })
    const before = await transactions.days(id)
    // Reported in June: since May there are fewer employees.
    const may = await transactions.quoteEndorsement(id, { employee_number: 5 }, '2027-05-01')
    const { status } = await transactions.endorse(id, { quote_token: may.token })
    expect(status).toBe('active')
    const after = await transactions.days(id)
    expect(after.map(({ day }) => day)).toEqual(['2027-03-02', '2027-05-01', '2027-09-01'])
    expect(after[0]).toEqual(before[0])
    expect(after[2]?.payment).toBeLessThan(before[1]?.payment ?? 0)
    const [last] = await platform.db.query<{ input: object }>(sql`
      select q.customer_input as input from policies p
      join policy_segments s on s.version_id = p.version_id
      join quotes q on q.id = s.quote_id where p.id = ${id} order by s.first_day desc limit 1`)
    expect(last?.input).toMatchObject({ ...lower, employee_number: 5 })
    const money = await transactions.money(id)
    expect(money?.charged).toBe(sold + september.endorsement.amount + may.endorsement.amount)
    // A correction of data alone asks for no price again.
    const quotes = async () =>
      (await platform.db.query(sql`select id from quotes where policy_id = ${id}`)).length
    const priced = await quotes()
    await transactions.endorse(id, {
      data: { company_city: 'Potsdam' },
      effective_date: '2027-04-15',
    })
    expect(await quotes()).toBe(priced)
    expect((await transactions.days(id)).filter(({ day }) => day !== '2027-04-15')).toEqual(after)
    expect(await transactions.money(id)).toEqual(money)
  })
})

describe('a quote token', () => {
  it('changes only its own policy, as it was, and never sells one', async () => {
    const { id, version_id } = await brandt()
    const other = await brandt()
    const { token } = await transactions.quoteEndorsement(id, lower)
    const code = async (policy: { id: string; version_id: string }, quote_token: string) => {
      const response = await insurer.endorse(policy.id, policy.version_id, { quote_token })
      return [response.statusCode, platform.refused.get(String(response.headers['x-request-id']))]
    }
    expect(await code(other, token)).toEqual([400, 'quote_token_of_other_policy'])
    const sale = (await insurer.quote()).json<{ token: string }>().token
    expect(await code(other, sale)).toEqual([400, 'quote_token_of_sale'])
    expect(await code(other, 'x')).toMatchObject([400, expect.stringContaining('quote_token')])
    await transactions.endorse(id, { data: { company_city: 'Potsdam' } })
    const { version_id: held } = await transactions.view(id)
    expect(await code({ id, version_id: held }, token)).toEqual([
      400,
      'quote_token_of_older_version',
    ])
    expect(version_id).not.toBe(held)
    const fresh = await transactions.quoteEndorsement(id, lower, '2027-04-01')
    const wrongDay = { quote_token: fresh.token, effective_date: '2027-04-02' }
    expect(answer(await insurer.endorse(id, held, wrongDay))).toMatchObject({
      code: 400,
      body: {
        errors: [{ field: 'effective_date', rules: ['in'], params: { in: ['2027-04-01'] } }],
      },
    })
    platform.clock.advance({ hours: 24 * 31 })
    expect(await code({ id, version_id: held }, fresh.token)).toEqual([400, 'expired_quote_token'])
  })
})

/** After all that was done above, in whatever order. */
it('all that is posted agrees in the end', async () => {
  platform.clock.advance({ hours: 3 * 365 * 24 })
  const { policies_checked: checked, faults } = await checkMoney(platform)
  expect(faults).toEqual([])
  expect(checked).toBeGreaterThan(0)
})
