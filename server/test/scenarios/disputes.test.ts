import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import { disputeFee } from '../builders/stripe/account.ts'
import {
  type StripeStage,
  deliver,
  eventOf,
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

interface Dispute {
  readonly id: string
  readonly state: string
  readonly evidence_due_at: string | null
  readonly url: string
}
async function disputesOf(filters: string): Promise<Dispute[]> {
  const answer = await managerOn(stage.platform).get(`/manage/disputes?${filters}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Dispute[]>()
}
async function eventsOf(policyId: string): Promise<string[]> {
  const rows = await stage.platform.db.query<{ type: string }>(sql`
    select type from events where policy_id = ${policyId} and type like 'dispute.%' order by id`)
  return rows.map(({ type }) => type)
}
async function lossOf(): Promise<number> {
  const [row] = await stage.platform.db.query<{ sum: number }>(sql`
    select coalesce(sum(amount), 0)::bigint as sum from postings where debit = 'charge_back_loss'`)
  return row?.sum ?? 0
}
async function toAnswer(): Promise<number | undefined> {
  const inbox = await managerOn(stage.platform).get('/manage/inbox')
  const { items } = inbox.json<{ items: { kind: string; count: number }[] }>()
  return items.find(({ kind }) => kind === 'disputes_to_answer')?.count
}
async function disputed(status?: 'warning_needs_response' | 'lost') {
  const sold = await paidByStripe(stage, 'pm_card_visa')
  const { id } = intentOf(stage.stripe, sold.payment.id)
  const dispute = stage.stripe.account.dispute(id, status)
  const answer = await deliver(stage, eventOf(stage.stripe, 'charge.dispute.created'))
  expect(answer.statusCode, answer.body).toBe(200)
  return { ...sold, dispute }
}
async function closed(id: string, status: 'won' | 'lost' | 'warning_closed' | 'under_review') {
  stage.stripe.account.closeDispute(id, status)
  const answer = await deliver(stage, eventOf(stage.stripe, 'charge.dispute.closed'))
  expect(answer.statusCode, answer.body).toBe(200)
}

describe('a dispute', () => {
  it('is there from its first day, with the day of the evidence and where to answer', async () => {
    const { offer, payment, dispute } = await disputed()
    const [shown] = await disputesOf(`policy_id=${offer.id}`)
    expect(shown).toMatchObject({
      state: 'needs_response',
      provider: 'stripe',
      reference: dispute.id,
      payment_id: payment.id,
      amount: premium,
      fee: disputeFee,
      reason: 'fraudulent',
      loss: false,
      url: `https://dashboard.stripe.com/test/disputes/${dispute.id}`,
      closed_at: null,
    })
    const due = Date.parse(shown?.evidence_due_at ?? '')
    expect(due / 1000).toBe(dispute.evidence_details.due_by)
    expect(await eventsOf(offer.id)).toEqual(['dispute.opened'])
    const one = await managerOn(stage.platform).get(`/manage/disputes/${shown?.id}`)
    expect(one.json()).toEqual(shown)
    expect(await moneyOf(stage.platform, offer.id)).toMatchObject({ receivable: 0, cash: premium })
  })
  it('waits in the inbox until it is answered', async () => {
    const before = (await toAnswer()) ?? Number.NaN
    const { offer, dispute } = await disputed()
    expect(await toAnswer()).toBe(before + 1)
    await closed(dispute.id, 'under_review')
    expect(await toAnswer()).toBe(before)
    expect(await eventsOf(offer.id)).toEqual(['dispute.opened', 'dispute.updated'])
  })
  it('that is won leaves the money as it was', async () => {
    const { offer, dispute } = await disputed()
    await closed(dispute.id, 'won')
    await deliver(stage, eventOf(stage.stripe, 'charge.dispute.closed'))
    expect(await disputesOf(`policy_id=${offer.id}`)).toMatchObject([{ state: 'won', loss: false }])
    expect(await eventsOf(offer.id)).toEqual(['dispute.opened', 'dispute.won'])
    expect(await moneyOf(stage.platform, offer.id)).toMatchObject({ receivable: 0, cash: premium })
  })
  it('that is lost makes the customer owe the money again', async () => {
    const { offer, dispute } = await disputed()
    await closed(dispute.id, 'lost')
    expect(await disputesOf(`policy_id=${offer.id}`)).toMatchObject([
      { state: 'lost', loss: false },
    ])
    expect(await eventsOf(offer.id)).toEqual(['dispute.opened', 'dispute.lost'])
    expect(await moneyOf(stage.platform, offer.id)).toMatchObject({ receivable: premium, cash: 0 })
    expect(await lossOf()).toBe(0)
  })
  it('over a part that is lost is a loss, and the payment stays', async () => {
    const { offer, dispute } = await disputed()
    Object.assign(dispute, { amount: 10_000 })
    await closed(dispute.id, 'lost')
    await deliver(stage, eventOf(stage.stripe, 'charge.dispute.closed'))
    expect(await disputesOf(`policy_id=${offer.id}`)).toMatchObject([{ state: 'lost', loss: true }])
    expect(await moneyOf(stage.platform, offer.id)).toMatchObject({ receivable: 0, cash: premium })
    expect(await lossOf()).toBe(10_000)
  })
  it('that is only a warning has moved nothing', async () => {
    const { offer, dispute } = await disputed('warning_needs_response')
    expect(await disputesOf(`policy_id=${offer.id}`)).toMatchObject([
      { state: 'warning_needs_response', fee: 0 },
    ])
    await closed(dispute.id, 'warning_closed')
    expect(await eventsOf(offer.id)).toEqual(['dispute.opened', 'dispute.closed'])
  })
  it('of which no callback came is found by asking', async () => {
    const { offer, payment } = await paidByStripe(stage, 'pm_card_visa')
    stage.stripe.account.dispute(intentOf(stage.stripe, payment.id).id)
    await later(stage.platform, { hours: 2 })
    expect(await disputesOf(`policy_id=${offer.id}`)).toMatchObject([{ state: 'needs_response' }])
  })
})
