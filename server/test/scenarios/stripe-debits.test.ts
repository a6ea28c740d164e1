import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { ClockId } from '../../src/kernel/index.ts'
import { advanceAll, newClock } from '../builders/clock.ts'
import { exampleFolder } from '../builders/folder.ts'
import { managerOn } from '../builders/manager.ts'
import { checkMoney } from '../builders/money-check.ts'
import { moneyOf } from '../builders/money-of.ts'
import {
  type StripeStage,
  deliver,
  eventOf,
  later,
  openStripeStage,
  paidByStripe,
  statusOf,
} from '../builders/stripe/stripe-stage.ts'
import { eventsOf, tally } from './records.ts'

let stage: StripeStage
beforeAll(async () => {
  stage = await openStripeStage({ bindOn: 'processing' })
})
afterAll(async () => {
  expect(await checkMoney(stage.platform)).toMatchObject({ policies_different: 0, faults: [] })
  await stage.close()
})
afterEach(() => {
  stage.stripe.account.holdsDebits = false
})

const premium = 146_241
const method = 'sepa_debit'
const policyOf = (id: string) => statusOf(stage.platform, `/policies/${id}`)

async function sold(account: string, clock?: ClockId, startDay = '2031-06-01') {
  const options = clock === undefined ? { method } : { clock, startDay, method }
  const paid = await paidByStripe(stage, account, options)
  return { ...paid, id: paid.offer.id }
}
const until = async (clock: ClockId, day: string) => {
  const shown = await advanceAll(stage.platform, clock, `${day}T12:00:00Z`)
  expect(shown).toMatchObject({ status: 'ready' })
}
async function debitsOf(id: string) {
  return stage.platform.db.query<{ id: string; line: string; reference: string }>(sql`
    select id, reference, concat_ws(' ', attempt, (created_at at time zone 'Europe/Berlin')::date,
      status, error_code) as line
    from payments where policy_id = ${id} and mandate_id is not null order by created_at, id`)
}
const linesOf = async (id: string) => (await debitsOf(id)).map(({ line }) => line)
async function announcedOf(id: string) {
  const rows = await stage.platform.db.query<{ data: Record<string, unknown> }>(sql`
    select data from events where type = 'invoice.debit_announced' and policy_id = ${id}
    order by id`)
  return rows.map(({ data }) => data)
}
/** The bank debits the account, or refuses to. */
async function settled(reference: string) {
  const { account } = stage.stripe
  const { status } = account.settleDebit(reference)
  const type = status === 'succeeded' ? 'succeeded' : 'payment_failed'
  const answer = await deliver(stage, eventOf(stage.stripe, `payment_intent.${type}`))
  expect(answer.statusCode, answer.body).toBe(200)
}

describe('an offer that is bound while its debit is processing', () => {
  it('becomes a policy at once, and its invoice is settled when the money is there', async () => {
    stage.stripe.account.holdsDebits = true
    const { id, payment, seller } = await sold('pm_sepa')
    expect(payment.status).toBe('ok')
    expect(await policyOf(id)).toBe('paid')
    expect(await moneyOf(stage.platform, id)).toMatchObject({ receivable: premium, cash: 0 })
    const mandates = await seller.get(`/policies/${id}/mandates`)
    expect(mandates.json()).toMatchObject({
      mandates: [
        {
          status: 'active',
          hint: '•••• 3000',
          reference: expect.stringMatching(/^BND\/MANDATE/),
          creditor_id: 'DE98ZZZ09999999999',
        },
      ],
    })
    await later(stage.platform, { hours: 13 * 24 })
    const [debit] = await debitsOf(id)
    expect(debit?.line).toMatch(/^1 .* pending$/)
    await settled(debit?.reference ?? '')
    expect(await moneyOf(stage.platform, id)).toMatchObject({ receivable: 0, cash: premium })
    const shown = await seller.get(`/policies/${id}/mandates`)
    expect(shown.json<{ mandates: object[] }>().mandates).toHaveLength(1)
    expect(tally(await eventsOf(stage.platform, id, payment.id))).toMatchObject({
      'policy.issued': 1,
      'payment.ok': 1,
    })
  })

  it('keeps its cover and owes the premium when the debit is refused, and is dunned', async () => {
    const clock = await newClock(stage.platform, '2031-05-25T10:00:00Z')
    const { id, payment } = await sold('pm_sepa_noFunds', clock)
    expect(payment.status).toBe('ok')
    await until(clock, '2031-08-15')
    expect((await linesOf(id)).map((line) => line.replace(/ 2031-.{5}/, ''))).toEqual([
      '1 failed insufficient_funds',
      '2 failed insufficient_funds',
      '3 failed insufficient_funds',
      '4 failed insufficient_funds',
    ])
    expect(await moneyOf(stage.platform, id)).toMatchObject({ cash: 0 })
    const [dunned] = await stage.platform.db.query<{ id: string }>(sql`
      select id from dunning_cases where policy_id = ${id}`)
    expect(dunned).toBeDefined()
  })

  it('is owed again when the bank takes the money back, also 13 months later', async () => {
    const { id } = await sold('pm_sepa')
    const [debit] = await debitsOf(id)
    await settled(debit?.reference ?? '')
    stage.platform.clock.advance({ hours: 396 * 24 })
    stage.stripe.account.dispute(debit?.reference ?? '', 'lost')
    await deliver(stage, eventOf(stage.stripe, 'charge.dispute.created'))
    expect(await statusOf(stage.platform, `/payments/${debit?.id}`)).toBe('failed')
    const money = await moneyOf(stage.platform, id)
    expect(money).toMatchObject({ cash: 0 })
    expect(money?.receivable).toBeGreaterThan(0)
  })
})

describe('a debit of an instalment', () => {
  it('is announced 14 days before, ordered 5 days before, and paid on its due day', async () => {
    const clock = await newClock(stage.platform, '2031-05-01T10:00:00Z')
    const { id, seller } = await sold('pm_sepa', clock)
    await until(clock, '2032-05-17')
    expect(await announcedOf(id)).toEqual([])
    await until(clock, '2032-05-18')
    const { mandates } = (await seller.get(`/policies/${id}/mandates`)).json<{
      mandates: { id: string; reference: string }[]
    }>()
    expect(await announcedOf(id)).toMatchObject([
      {
        amount: premium,
        currency: 'eur',
        debit_day: '2032-06-01',
        mandate_id: mandates[0]?.id,
        mandate_reference: mandates[0]?.reference,
        creditor_id: 'DE98ZZZ09999999999',
      },
    ])
    await until(clock, '2032-06-10')
    expect((await linesOf(id)).slice(1)).toEqual(['1 2032-05-27 ok'])
    const [, debit] = await debitsOf(id)
    // A test clock is not the bank's: no day is asked for.
    expect(stage.stripe.account.targetDates.get(debit?.reference ?? '')).toBeUndefined()
    expect(await moneyOf(stage.platform, id)).toMatchObject({ receivable: 0, cash: 2 * premium })
  })

  it('of another amount than was announced is announced anew, with the whole time', async () => {
    const clock = await newClock(stage.platform, '2031-05-01T10:00:00Z')
    const { id } = await sold('pm_sepa', clock)
    await until(clock, '2032-05-20')
    const given = await managerOn(stage.platform).post(`/manage/policies/${id}/manual_entries`, {
      kind: 'goodwill',
      amount: 1_000,
      reason: 'A long wait on the phone.',
    })
    expect(given.statusCode, given.body).toBe(200)
    await until(clock, '2032-06-30')
    expect(await announcedOf(id)).toMatchObject([
      { amount: premium, debit_day: '2032-06-01' },
      { amount: premium - 1_000, debit_day: '2032-06-10' },
    ])
    expect((await linesOf(id)).slice(1)).toEqual(['1 2032-06-05 ok'])
  })
})

describe('a plan with debits', () => {
  const pushed = async (changes: readonly (readonly [string, string])[]) => {
    const files = await exampleFolder('cyber', {
      'product.yaml': (text) => changes.reduce((all, [from, to]) => all.replace(from, to), text),
    })
    const answer = await managerOn(stage.platform).push(files)
    return answer.body
  }
  const debit = [
    '{ provider: sandbox, method: card }',
    '{ provider: stripe, method: sepa_debit }',
  ] as const

  it('leaves the time that a debit needs', async () => {
    const body = await pushed([debit])
    expect(body).toContain('14 days before and ordered 5 days before: 14 days are too few')
    expect(body).toContain('issue_days_before: 19 or more')
  })

  it('binds by what can be processing only', async () => {
    const card = '{ provider: sandbox, method: card, bind_on: processing }'
    expect(await pushed([[debit[0], card.replace('sandbox', 'stripe')]])).toContain(
      'An offer cannot be bound while stripe/card is processing',
    )
  })
})
