import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { ClockId } from '../../src/kernel/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { named } from '../builders/stripe/objects.ts'
import {
  type StripeStage,
  deliver,
  eventOf,
  intentOf,
  openStripeStage,
  paidByStripe,
  statusOf,
} from '../builders/stripe/stripe-stage.ts'

let stage: StripeStage
beforeAll(async () => {
  stage = await openStripeStage()
})
afterAll(() => stage.close())
afterEach(() => {
  stage.stripe.faults.length = 0
  stage.stripe.restoreKey()
})

const premium = 146_241

/** A policy of yearly instalments from 1 June 2031 on, whose first year is paid by card. */
async function sold(card: string) {
  const clock = await newClock(stage.platform, '2031-05-01T10:00:00Z')
  const paid = await paidByStripe(stage, card, { clock, startDay: '2031-06-01' })
  return { ...paid, clock, id: paid.offer.id }
}

const until = async (clock: ClockId, day: string) => {
  const shown = await advanceAll(stage.platform, clock, `${day}T12:00:00Z`)
  expect(shown).toMatchObject({ status: 'ready' })
}

async function collected(id: string) {
  return stage.platform.db.query<{ id: string; line: string }>(sql`
    select id, concat_ws(' ', attempt, (created_at at time zone 'Europe/Berlin')::date, status,
      error_code) as line
    from payments where policy_id = ${id} and mandate_id is not null order by created_at, id`)
}
const linesOf = async (id: string) => (await collected(id)).map(({ line }) => line)
const chargesOf = (paymentId: string) =>
  [...stage.stripe.account.charges.values()].filter(
    ({ metadata }) => metadata['bindery_payment'] === paymentId,
  )

describe('an instalment at Stripe', () => {
  it('is collected off session on its due day, by the card of the first payment', async () => {
    const { clock, id } = await sold('pm_card_visa')
    await until(clock, '2033-06-01')
    expect(await linesOf(id)).toEqual(['1 2032-06-01 ok', '1 2033-06-01 ok'])
    expect(await moneyOf(stage.platform, id)).toMatchObject({ receivable: 0, cash: 3 * premium })
    const [first] = await collected(id)
    const { stripe } = stage
    const { customer, payment_method } = intentOf(stripe, first?.id ?? '')
    expect(stripe.account.methods.get(named(payment_method))?.customer).toBe(customer)
    expect(await checkMoney(stage.platform)).toMatchObject({ policies_different: 0 })
  })

  it('that is declined is tried again after each pause, each try with an intent of its own', async () => {
    const { clock, id } = await sold('pm_card_chargeCustomerFail')
    await until(clock, '2032-08-01')
    expect(await linesOf(id)).toEqual([
      '1 2032-06-01 failed generic_decline',
      '2 2032-06-04 failed generic_decline',
      '3 2032-06-09 failed generic_decline',
      '4 2032-06-16 failed generic_decline',
    ])
    const intents = (await collected(id)).map((one) => intentOf(stage.stripe, one.id).status)
    expect(intents).toEqual(['canceled', 'canceled', 'canceled', 'canceled'])
  })

  it('that the bank asks the customer about waits for them, on the same payment', async () => {
    const { stripe, platform } = stage
    const { clock, id, seller } = await sold('pm_card_visa')
    // The bank asks for a confirmation from now on.
    stripe.account.askFor(named(intentOf(stripe, (await first(id)) ?? '').payment_method))
    await until(clock, '2032-06-01')
    const [waiting] = await collected(id)
    expect(waiting?.line).toBe('1 2032-06-01 pending')
    const events = await platform.db.query<{ type: string }>(sql`
      select type from events where subject_id = ${waiting?.id ?? ''} order by id`)
    expect(events.map(({ type }) => type)).toEqual(['payment.pending', 'payment.action_required'])
    const shown = await seller.get(`/payments/${waiting?.id}`)
    expect(shown.json()).toMatchObject({ status: 'pending', next_action: { type: 'stripe' } })
    const intent = intentOf(stripe, waiting?.id ?? '')
    expect(() => stripe.account.confirmIntent(intent.id, {})).not.toThrow()
    stripe.account.authenticate(intent.id)
    expect((await deliver(stage, eventOf(stripe, 'payment_intent.succeeded'))).statusCode).toBe(200)
    expect(await linesOf(id)).toEqual(['1 2032-06-01 ok'])
    expect(chargesOf(waiting?.id ?? '')).toHaveLength(1)
  })

  it.each([
    ['lost', 'the making of it gets lost', /POST .*payment_intents$/],
    ['lost', 'its confirmation gets lost', /confirm$/],
    ['hangs', 'its answer gets lost', /confirm$/],
    ['fails_after', 'Stripe fails after it', /confirm$/],
    ['hangs', 'the answer to the making of it gets lost', /POST .*payment_intents$/],
  ] as const)('(%s) is made once although %s', async (kind, _, on) => {
    const { clock, id } = await sold('pm_card_visa')
    stage.stripe.faults.push({ on, kind })
    await until(clock, '2032-06-20')
    const tries = await collected(id)
    const made = tries.filter(({ line }) => line.endsWith(' ok'))
    expect(made).toHaveLength(1)
    expect(tries.flatMap((one) => chargesOf(one.id))).toHaveLength(1)
    // What was given up cannot be confirmed any more, however late that request arrives.
    const { account } = stage.stripe
    const left = [...account.intents.values()].filter(
      ({ metadata, status }) => metadata['bindery_policy'] === id && status !== 'succeeded',
    )
    for (const { id: intent } of left) {
      expect(() => account.confirmIntent(intent, {})).toThrow('status is canceled')
    }
    expect(await moneyOf(stage.platform, id)).toMatchObject({ receivable: 0, cash: 2 * premium })
  })
})

describe('an account that Stripe refuses', () => {
  it('declines nobody: instalments wait, a person is asked, and no attempt is used up', async () => {
    const { stripe, platform } = stage
    const { clock, id } = await sold('pm_card_visa')
    stripe.revokeKey()
    await until(clock, '2032-06-10')
    expect(await linesOf(id)).toEqual(['1 2032-06-01 pending'])
    const manager = managerOn(platform)
    const doubts = await manager.get('/manage/payments?in_doubt=true')
    expect(doubts.json()).toMatchObject([{ policy_id: id, status: 'pending' }])
    const shown = await manager.get('/manage/provider_credentials')
    const refusals = shown
      .json<{ provider: string; refusal: string | null }[]>()
      .map((one) => [one.provider, one.refusal])
    expect(refusals).toContainEqual(['stripe', 'Invalid API Key'])
    const events = await platform.db.query(sql`
      select type from events where type = 'payment_provider.refused'`)
    expect(events).toHaveLength(1)
    stripe.restoreKey()
    expect((await manager.post('/manage/payment_providers/stripe/check')).json()).toMatchObject({
      ok: true,
    })
    await until(clock, '2032-07-15')
    expect((await linesOf(id)).map((line) => line.replace(/ 2032-.{5}/, ''))).toEqual([
      '1 failed unknown_charge',
      '1 ok',
    ])
    const after = await manager.get('/manage/provider_credentials')
    expect(after.json<{ refusal: string | null }[]>().every((one) => one.refusal === null)).toBe(
      true,
    )
  })
})

async function postedTo(policyId: string, account: string): Promise<number> {
  const [row] = await stage.platform.db.query<{ sum: number }>(sql`
    select coalesce(sum(case when debit = ${account} then amount when credit = ${account}
      then -amount else 0 end), 0)::bigint as sum
    from postings where policy_id = ${policyId}`)
  return row?.sum ?? 0
}

async function first(policyId: string): Promise<string | undefined> {
  const [payment] = await stage.platform.db.query<{ id: string }>(sql`
    select id from payments where policy_id = ${policyId} order by id limit 1`)
  return payment?.id
}

describe('a refund at Stripe', () => {
  const refundsOf = async (id: string) =>
    stage.platform.db.query<{ id: string; status: string; doubt: string | null; asks: number }>(sql`
      select id, status, doubt, asks from refunds where policy_id = ${id} order by id`)
  const cancelled = async () => {
    const sale = await paidByStripe(stage, 'pm_card_visa')
    const { seller, offer } = sale
    const policy = await seller.get(`/policies/${offer.id}`)
    const { version_id } = policy.json<{ version_id: string }>()
    const ended = await seller.cancel(offer.id, version_id, { termination_date: '2028-03-31' })
    expect(ended.statusCode, ended.body).toBe(202)
    return offer.id
  }
  const atStripe = (policyId: string) =>
    [...stage.stripe.account.refunds.values()].filter(({ payment_intent }) => {
      const intent = stage.stripe.account.intent(named(payment_intent))
      return intent.metadata['bindery_policy'] === policyId
    })

  it('is paid once, however its answer gets lost', async () => {
    for (const kind of ['hangs', 'fails_after', 'lost', 'fails'] as const) {
      const id = await cancelled()
      stage.stripe.faults.push({ on: /POST .*refunds/, kind })
      await stage.platform.runDue()
      expect(await refundsOf(id), kind).toMatchObject([{ status: 'pending' }])
      // After a day Stripe has forgotten the key: the same request would be another refund.
      stage.stripe.forgetKeys()
      stage.platform.clock.advance({ minutes: 5 })
      await stage.platform.runDue()
      expect(await refundsOf(id), kind).toMatchObject([{ status: 'ok' }])
      expect(atStripe(id)).toHaveLength(1)
    }
  })

  it('that the bank sends back days later is money in doubt, and is owed again', async () => {
    const { stripe, platform } = stage
    const id = await cancelled()
    await platform.runDue()
    const before = await moneyOf(platform, id)
    expect(await refundsOf(id)).toMatchObject([{ status: 'ok' }])
    platform.clock.advance({ hours: 5 * 24 })
    const [refund] = atStripe(id)
    stripe.account.failRefund(refund?.id ?? '')
    expect((await deliver(stage, eventOf(stripe, 'refund.failed'))).statusCode).toBe(200)
    expect(await refundsOf(id)).toMatchObject([{ status: 'failed', doubt: 'failed' }])
    const after = await moneyOf(platform, id)
    expect((after?.credit ?? 0) - (before?.credit ?? 0)).toBe(refund?.amount)
    expect((after?.cash ?? 0) - (before?.cash ?? 0)).toBe(refund?.amount)
    await deliver(stage, eventOf(stripe, 'refund.failed'))
    expect(await moneyOf(platform, id)).toEqual(after)
    expect(await checkMoney(platform)).toMatchObject({ policies_different: 0 })
  })

  it('that a person made at Stripe uses the credit of the customer, and is recorded once', async () => {
    const { stripe, platform } = stage
    const { offer, payment } = await paidByStripe(stage, 'pm_card_visa')
    const before = await moneyOf(platform, offer.id)
    stripe.account.createRefund({
      payment_intent: intentOf(stripe, payment.id).id,
      amount: '1000',
    })
    const event = eventOf(stripe, 'refund.created')
    for (const answer of [await deliver(stage, event), await deliver(stage, event)]) {
      expect(answer.statusCode, answer.body).toBe(200)
    }
    expect(await refundsOf(offer.id)).toMatchObject([{ status: 'ok', doubt: null }])
    const after = await moneyOf(platform, offer.id)
    // The customer was owed nothing: it was given, and nothing is asked for again.
    expect(after).toMatchObject({ receivable: 0, credit: 0, cash: (before?.cash ?? 0) - 1000 })
    expect(await postedTo(offer.id, 'goodwill')).toBe(1000)
    expect(await checkMoney(platform)).toMatchObject({ policies_different: 0, faults: [] })
  })

  it('that failed and a person made at Stripe is the same refund', async () => {
    const { stripe, platform } = stage
    const id = await cancelled()
    await platform.runDue()
    const [refund] = atStripe(id)
    stripe.account.failRefund(refund?.id ?? '')
    await deliver(stage, eventOf(stripe, 'refund.failed'))
    expect(await refundsOf(id)).toMatchObject([{ status: 'failed', doubt: 'failed' }])
    stripe.account.createRefund({
      payment_intent: named(refund?.payment_intent ?? ''),
      amount: String(refund?.amount),
    })
    await deliver(stage, eventOf(stripe, 'refund.created'))
    expect(await refundsOf(id)).toMatchObject([{ status: 'ok', doubt: null }])
    expect(await postedTo(id, 'goodwill')).toBe(0)
    expect(await checkMoney(platform)).toMatchObject({ policies_different: 0, faults: [] })
  })

  it('that came back without a word is found by asking again', async () => {
    const { stripe, platform } = stage
    const id = await cancelled()
    await platform.runDue()
    const [refund] = atStripe(id)
    stripe.account.failRefund(refund?.id ?? '')
    stripe.account.events.length = 0
    platform.clock.advance({ hours: 3 * 24 + 1 })
    await platform.runDue()
    expect(await refundsOf(id)).toMatchObject([{ status: 'failed', doubt: 'failed' }])
  })
})

describe('a dispute at Stripe', () => {
  it('that is lost takes the money back; one that is won does not', async () => {
    const { stripe } = stage
    for (const [status, ends] of [
      ['lost', 'failed'],
      ['won', 'ok'],
    ] as const) {
      const { payment } = await paidByStripe(stage, 'pm_card_visa')
      const dispute = stripe.account.dispute(intentOf(stripe, payment.id).id)
      await deliver(stage, eventOf(stripe, 'charge.dispute.created'))
      expect(await statusOf(stage.platform, `/payments/${payment.id}`)).toBe('ok')
      stripe.account.closeDispute(dispute.id, status)
      expect((await deliver(stage, eventOf(stripe, 'charge.dispute.closed'))).statusCode).toBe(200)
      expect(await statusOf(stage.platform, `/payments/${payment.id}`)).toBe(ends)
    }
  })
})
