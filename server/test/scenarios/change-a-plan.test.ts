import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import type { JsonObject } from '../../src/kernel/index.ts'
import { lifeOf, planIdOf } from '../builders/life.ts'
import { checkMoney } from '../builders/money-check.ts'
import { plannedBike, publishPlannedBike } from '../builders/planned-bike.ts'
import { renewalsOn } from '../builders/renewals.ts'
import { quoteMedia } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

/** The payment plan of a policy changes from a billing period on that is not charged yet. */
let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await publishPlannedBike(platform)
})
afterAll(async () => {
  expect((await checkMoney(platform)).faults).toEqual([])
  await platform.close()
})

type Life = Awaited<ReturnType<typeof lifeOf>>

async function quotePlan({ id, seller }: Life, plan: string, more: JsonObject = {}) {
  const subscription_plan_id = await planIdOf(platform, 'bike', plan)
  const body = { policy_id: id, subscription_plan_id, data: {}, ...more }
  return seller.post('/quotes', body, { accept: quoteMedia })
}

interface Quoted {
  readonly token: string
  readonly billing_cycles: number
  readonly endorsement: { readonly effective_date: string; readonly plan_change: PlanChange | null }
}
interface PlanChange {
  readonly first_payment: JsonObject
}

/** Quotes another plan, previews it and changes it. */
async function changePlan(life: Life, plan: string, more: JsonObject = {}) {
  const response = await quotePlan(life, plan, more)
  expect(response.statusCode, response.body).toBe(200)
  const quoted = response.json<Quoted>()
  const request = { quote_token: quoted.token }
  const preview = await life.transactions.preview(life.id, { endorsement: request })
  expect(preview).toMatchObject({ charges: [], plan_change: quoted.endorsement.plan_change })
  const { preview_token } = preview
  const version = await life.transactions.endorse(life.id, { ...request, preview_token })
  return { ...quoted.endorsement, version }
}

/** Every period that was asked for, with what it costs. */
async function charged({ id }: Life): Promise<string[]> {
  const rows = await platform.db.query<{ line: string }>(sql`
    select period_first_day || ' to ' || min(period_last_day) || ': ' || sum(amount) || ' / ' || sum(tax) as line
    from charges where policy_id = ${id} group by period_first_day order by period_first_day`)
  return rows.map(({ line }) => line)
}

async function invoices({ id }: Life): Promise<string[]> {
  const rows = await platform.db.query<{ line: string }>(sql`
    select concat_ws(' ', issue_day, 'due', due_day, total, state) as line
    from invoices where policy_id = ${id} and kind = 'instalment' order by due_day, id`)
  return rows.map(({ line }) => line)
}

describe('a monthly policy', () => {
  it('that becomes yearly from 1 April pays the rest of the year', async () => {
    const life = await lifeOf(platform, plannedBike('monthly'))
    await life.to('2027-03-10')
    const { effective_date, plan_change, version } = await changePlan(life, 'yearly')
    expect(version.status).toBe('active')
    expect([effective_date, plan_change]).toEqual([
      '2027-04-01',
      expect.objectContaining({
        billing_period_before: 'month',
        billing_period: 'year',
        first_payment: {
          first_day: '2027-04-01',
          last_day: '2027-12-31',
          amount: 271_233,
          tax: 43_306,
          due_date: '2027-04-01',
        },
      }),
    ])
    const monthly = await planIdOf(platform, 'bike', 'monthly')
    expect(await life.transactions.view(life.id)).toMatchObject({ subscription_plan_id: monthly })
    await life.to('2027-12-20')
    expect((await charged(life)).slice(2)).toEqual([
      '2027-03-01 to 2027-03-31: 30000 / 4790',
      '2027-04-01 to 2027-12-31: 271233 / 43306',
    ])
    expect((await invoices(life)).at(-1)).toBe('2027-03-25 due 2027-04-01 271233 settled')
    const yearly = await planIdOf(platform, 'bike', 'yearly')
    expect(await life.transactions.view(life.id)).toMatchObject({
      subscription_plan_id: yearly,
      quote: {
        subscription_plan_id: yearly,
        billing_cycles: 1,
        customer_input: { payment: 'yearly' },
      },
    })
    const asOf = await life.seller.get(`/policies/${life.id}?as_of=2027-03-31`)
    expect(asOf.json()).toMatchObject({ subscription_plan_id: monthly })
  })

  it('that becomes quarterly from 1 May pays the rest of the quarter, then whole ones', async () => {
    const life = await lifeOf(platform, plannedBike('monthly'))
    await changePlan(life, 'quarterly', { effective_date: '2027-05-01' })
    await life.to('2027-12-20')
    expect((await charged(life)).slice(3)).toEqual([
      '2027-04-01 to 2027-04-30: 30000 / 4790',
      '2027-05-01 to 2027-06-30: 61536 / 9825',
      '2027-07-01 to 2027-09-30: 91800 / 14657',
      '2027-10-01 to 2027-12-31: 91800 / 14657',
    ])
  })

  it('changes on the first day of a period that is not charged, and says which is the next', async () => {
    const life = await lifeOf(platform, plannedBike('monthly'))
    await life.to('2027-03-28')
    for (const [asked, next] of [
      ['2027-04-01', '2027-05-01'],
      ['2027-06-02', '2027-07-01'],
    ]) {
      const refused = await quotePlan(life, 'yearly', { effective_date: asked ?? '' })
      expect([refused.statusCode, refused.json()]).toMatchObject([
        400,
        { code: 'plan_change_date', errors: [{ field: 'effective_date', params: { in: [next] } }] },
      ])
    }
  })
})

it('a yearly policy changes its plan with the next term', async () => {
  const life = await lifeOf(platform, plannedBike('yearly'))
  const refused = await quotePlan(life, 'monthly', { effective_date: '2027-07-01' })
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    {
      code: 'plan_changes_at_renewal',
      errors: [{ field: 'effective_date', params: { in: ['2028-01-01'] } }],
    },
  ])
})

describe('the next term', () => {
  /** A policy whose renewal is offered. */
  async function offered(plan: string) {
    const life = await lifeOf(platform, plannedBike(plan))
    await life.to('2027-12-01')
    const renewals = renewalsOn(platform, life.seller, life.clock)
    expect(await renewals.show(life.id)).toMatchObject({
      state: 'offered',
      subscription_plan_id: await planIdOf(platform, 'bike', plan),
    })
    return { life, renewals }
  }

  it('is accepted with another plan, as it was previewed', async () => {
    const { life, renewals } = await offered('yearly')
    const subscription_plan_id = await planIdOf(platform, 'bike', 'monthly')
    const preview = await life.transactions.preview(life.id, { renewal: { subscription_plan_id } })
    expect(preview).toMatchObject({
      charges: [{ first_day: '2028-01-01', last_day: '2028-01-31', amount: 30_000, tax: 4_790 }],
      renewal: { gross_payment_amount: 30_000, subscription_plan_id },
    })
    const { preview_token } = preview
    const asOffered = await renewals.send(life.id, 'accept', { preview_token })
    expect([asOffered.statusCode, asOffered.json()]).toMatchObject([
      412,
      { code: 'preview_outdated' },
    ])
    const body = { subscription_plan_id, preview_token }
    const accepted = await renewals.send(life.id, 'accept', body)
    expect([accepted.statusCode, accepted.json()]).toMatchObject([
      200,
      { state: 'accepted', gross_payment_amount: 30_000, subscription_plan_id },
    ])
    const again = await renewals.send(life.id, 'accept', body)
    expect(again.json<object>()).toEqual(accepted.json<object>())
    await life.to('2028-03-05')
    expect((await charged(life)).slice(1)).toEqual([
      '2028-01-01 to 2028-01-31: 30000 / 4790',
      '2028-02-01 to 2028-02-29: 30000 / 4790',
      '2028-03-01 to 2028-03-31: 30000 / 4790',
    ])
    expect(await life.transactions.view(life.id)).toMatchObject({
      subscription_plan_id,
      quote: { customer_input: { payment: 'monthly' } },
    })
  })

  it('keeps the plan that was chosen for it, whatever is endorsed before', async () => {
    const { life, renewals } = await offered('monthly')
    const quarterly = await planIdOf(platform, 'bike', 'quarterly')
    const refused = await quotePlan(life, 'quarterly')
    expect(refused.json()).toMatchObject({ code: 'plan_changes_at_renewal' })
    const accepted = await renewals.send(life.id, 'accept', { subscription_plan_id: quarterly })
    expect(accepted.json()).toMatchObject({ state: 'accepted', gross_payment_amount: 91_800 })
    // What is endorsed since keeps the plan that was chosen.
    const { token } = await life.transactions.quoteEndorsement(life.id, { deductible: 20_000 })
    await life.transactions.endorse(life.id, { quote_token: token })
    expect(await renewals.show(life.id)).toMatchObject({
      state: 'accepted',
      gross_payment_amount: 82_621,
      subscription_plan_id: quarterly,
    })
    await life.to('2028-01-10')
    expect((await charged(life)).at(-1)).toBe('2028-01-01 to 2028-03-31: 82621 / 13192')
  })

  it('is accepted with nothing that it does not know, and declined with nothing at all', async () => {
    const { life, renewals } = await offered('monthly')
    const yearly = await planIdOf(platform, 'bike', 'yearly')
    const refused = async (verb: string, body: JsonObject) => {
      const response = await renewals.send(life.id, verb, body)
      return [response.statusCode, response.json<{ code: string }>().code]
    }
    expect(await refused('accept', { plan: yearly })).toEqual([400, 'unknown_member'])
    expect(await refused('decline', { subscription_plan_id: yearly })).toEqual([
      400,
      'unknown_member',
    ])
    expect(await refused('accept', { subscription_plan_id: 'pp_0' })).toEqual([
      404,
      'subscription_plan_not_found',
    ])
    expect(await refused('accept', { preview_token: 'none' })).toEqual([400, 'not_a_preview_token'])
    expect(await renewals.show(life.id)).toMatchObject({ state: 'offered' })
  })
})

describe('a change of plan', () => {
  const yearlyFrom = { effective_date: '2027-07-01' }

  it('is priced for what was requested for later days, and replaces a later change of plan', async () => {
    const life = await lifeOf(platform, plannedBike('monthly'))
    const { quoteEndorsement, endorse, days } = life.transactions
    const cheaper = await quoteEndorsement(life.id, { deductible: 20_000 }, '2027-09-15')
    await endorse(life.id, { quote_token: cheaper.token })
    await changePlan(life, 'quarterly', { effective_date: '2027-10-01' })
    await changePlan(life, 'yearly', yearlyFrom)
    expect(await days(life.id)).toEqual([
      { day: '2027-01-01', kind: 'cover', payment: 30_000 },
      { day: '2027-07-01', kind: 'cover', payment: 360_000 },
      { day: '2027-09-15', kind: 'cover', payment: 324_000 },
      { day: '2027-10-01', kind: 'cover', payment: 324_000 },
    ])
    // A correction before it leaves the plans where they are.
    const street = await quoteEndorsement(life.id, { deductible: 0 }, '2027-03-10')
    await endorse(life.id, { quote_token: street.token })
    expect(await days(life.id)).toEqual([
      { day: '2027-01-01', kind: 'cover', payment: 30_000 },
      { day: '2027-03-10', kind: 'cover', payment: 34_500 },
      { day: '2027-07-01', kind: 'cover', payment: 414_000 },
      { day: '2027-09-15', kind: 'cover', payment: 324_000 },
      { day: '2027-10-01', kind: 'cover', payment: 324_000 },
    ])
    await life.to('2027-12-20')
    // 414000 for 181 to 257 days of the year, 324000 from then on.
    const earned = (price: number, day: number) => Math.round((price * day) / 365)
    const cost = earned(414_000, 257) - earned(414_000, 181) + 324_000 - earned(324_000, 257)
    expect((await charged(life)).slice(6)).toEqual([
      expect.stringContaining(`2027-07-01 to 2027-12-31: ${cost} /`),
    ])
  })

  it('outlives a cancellation and a reinstatement, and ends with a policy that was cancelled', async () => {
    const life = await lifeOf(platform, plannedBike('monthly'))
    await changePlan(life, 'yearly', yearlyFrom)
    await life.transactions.cancel(life.id, '2027-08-31')
    await life.to('2027-06-28')
    // The refund rule keeps the period of the last day: all that is left of the year.
    expect((await charged(life)).at(-1)).toMatch(/^2027-07-01 to 2027-12-31: 181479 /)
    await life.transactions.reinstate(life.id)
    await life.to('2027-12-20')
    expect((await charged(life)).slice(6)).toEqual(['2027-07-01 to 2027-12-31: 181479 / 28976'])
    const refused = await quotePlan(life, 'monthly')
    expect(refused.json()).toMatchObject({ code: 'plan_changes_at_renewal' })
  })

  it('is paid as the new plan says: by transfer instead of the card, elsewhere, and by card again', async () => {
    const life = await lifeOf(platform, plannedBike('monthly'))
    await changePlan(life, 'transfers', { effective_date: '2027-03-01' })
    await changePlan(life, 'broker', { effective_date: '2027-05-01' })
    await life.to('2027-02-26')
    expect(await invoices(life)).toEqual([
      '2027-01-25 due 2027-02-01 30000 settled',
      '2027-02-22 due 2027-03-01 30000 open',
    ])
    await life.to('2027-05-10')
    const shown = await invoices(life)
    // The broker has collected what is due in May; what is due by transfer is waited for.
    expect(shown.slice(1)).toEqual([
      '2027-02-22 due 2027-03-01 30000 open',
      '2027-03-25 due 2027-04-01 30000 open',
      '2027-04-24 due 2027-05-01 30000 settled',
    ])
    await changePlan(life, 'quarterly')
    await life.to('2027-07-02')
    expect((await invoices(life)).slice(4)).toEqual([
      expect.stringMatching(/^2027-0\d-\d\d due 2027-06-01 \d+ settled$/),
    ])
  })
})
