import type { Response } from 'light-my-request'
import type { JsonObject } from '../../../src/kernel/index.ts'
import { advanceAll, newClock } from '../../builders/clock.ts'
import { pushedDraft, withoutRenewal } from '../../builders/draft.ts'
import { planIdOf } from '../../builders/life.ts'
import { plannedBike, plannedChanges } from '../../builders/planned-bike.ts'
import { type Seller, quoteMedia, sellerOn, soldPolicy } from '../../builders/sale.ts'
import type { Refusals, Stage } from './stage.ts'

type Sold = Awaited<ReturnType<typeof planned>>

/** Quotes for another plan that is not possible on its day, or at all. */
export function planQuoteRefusals(stage: Stage): Refusals {
  const quoted = async (plan: string, more: JsonObject, renews = true) => {
    const sold = await planned(stage, plan, renews)
    await sold.to('2027-01-28')
    return quotePlan(stage, sold, 'quarterly', more)
  }
  return {
    plan_change_date: () => quoted('monthly', { effective_date: '2027-02-01' }),
    plan_changes_at_renewal: () => quoted('yearly', {}),
    plan_never_changes: () => quoted('yearly', {}, false),
  }
}

/** The same of changes that were possible when they were quoted: since then the period was charged. */
export function planChangeRefusals(
  stage: Stage,
  change: (seller: Seller, id: string, version: string, request: JsonObject) => Promise<Response>,
): Refusals {
  const charged = async (before: string, after: string, renews = true) => {
    const sold = await planned(stage, 'monthly', renews)
    const { bikes, id, to } = sold
    await to(before)
    const quote = await quotePlan(stage, sold, 'yearly')
    const { token } = quote.json<{ token: string }>()
    await to(after)
    const { version_id } = (await bikes.get(`/policies/${id}`)).json<{ version_id: string }>()
    return change(bikes, id, version_id, { quote_token: token })
  }
  return {
    plan_change_date: () => charged('2027-01-10', '2027-01-28'),
    plan_changes_at_renewal: () => charged('2027-11-10', '2027-11-28'),
    plan_never_changes: () => charged('2027-11-10', '2027-11-28', false),
  }
}

/** A policy on a clock, of a product with many plans. */
async function planned({ platform }: Stage, plan: string, renews: boolean) {
  const changes = renews ? plannedChanges() : plannedChanges(withoutRenewal)
  const product_version_id = await pushedDraft(platform, 'bike', changes)
  const { quote: data, payment, at } = plannedBike(plan)
  const clock = await newClock(platform, at)
  const secretKey = platform.demo.insurer.test.secret
  const bikes = sellerOn(platform, { product: 'bike', clock, secretKey })
  const subscription_plan_id = await planIdOf(platform, 'bike', plan)
  const body = { product_version_id, subscription_plan_id }
  const { id } = await soldPolicy(bikes, { quote: { data, body }, payment })
  const to = (day: string) => advanceAll(platform, clock, `${day}T10:00:00Z`)
  return { bikes, id, to }
}

async function quotePlan(
  { platform }: Stage,
  { bikes, id }: Sold,
  plan: string,
  more: JsonObject = {},
): Promise<Response> {
  const subscription_plan_id = await planIdOf(platform, 'bike', plan)
  const body = { policy_id: id, subscription_plan_id, data: {}, ...more }
  return bikes.post('/quotes', body, { accept: quoteMedia })
}
