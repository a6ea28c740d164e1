import type { ProductVersionId } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { type BikeAnswers, type BikeTariff, bikeAnswers, bikeTariff } from './bike-tariff.ts'
import { type FileChanges, pushedDraft } from './draft.ts'
import { card, planIdOf } from './life.ts'
import { type Manager, managerOn } from './manager.ts'
import { sellerOn, soldPolicy } from './sale.ts'

export interface ImpactReport {
  readonly id: string
  readonly status: string
  readonly currency: string
  readonly ahead: number
  readonly total: number | null
  readonly done: number
  readonly failure: string | null
  readonly result: ImpactFound | null
}

/** What stories look at. */
export interface ImpactFound {
  readonly count: number
  readonly premium_before: number
  readonly premium_after: number
  readonly risen: number
  readonly fallen: number
  readonly histogram: readonly { from_percent: number; count: number }[]
  readonly quantiles: readonly { share: number; percent: number }[]
  readonly greatest_rise_percent: number
  readonly shares: readonly {
    readonly cause: string
    readonly place: string
    readonly premium: number
  }[]
  readonly rise_most: readonly ShownExtreme[]
  readonly fall_most: readonly ShownExtreme[]
  readonly knocked_out_by: readonly { readonly cause: string }[]
  readonly not_sold_for: readonly { readonly cause: string }[]
  readonly groups: readonly {
    readonly field: string
    readonly values: readonly { value: string; count: number; premium_after: number }[]
  }[]
}

interface ShownExtreme {
  readonly name: string
  readonly premium_before: number
  readonly premium_after: number
}

/** City bikes that are in force, each with other answers. */
export async function soldBikes(
  platform: TestPlatform,
  count: number,
): Promise<ReadonlyMap<string, BikeAnswers>> {
  const seller = sellerOn(platform, { product: 'bike' })
  const today = platform.clock().toZonedDateTimeISO('Europe/Zurich').toPlainDate()
  const monthly = await planIdOf(platform, 'bike', 'monthly')
  const sold = new Map<string, BikeAnswers>()
  for (let number = 0; number < count; number++) {
    const data = bikeAnswers(number, today)
    const isMonthly = data.payment === 'monthly'
    const policy = await soldPolicy(seller, {
      quote: { data, ...(isMonthly && { body: { subscription_plan_id: monthly } }) },
      ...(isMonthly && { payment: card() }),
    })
    sold.set(policy.id, data)
  }
  return sold
}

/** A tariff that asks more of the towns, and insures less. */
export const dearerTariff: BikeTariff = {
  ...bikeTariff,
  zones: { A: 142, B: 110, C: 80 },
  parking: { locked_room: 9, courtyard: 10 },
  least: 5_000,
  tooOld: 8,
  priceMax: 1_000_000,
}

/** What makes the example's folder that: parking in the street was forgotten. */
export const dearerChanges: FileChanges = {
  'pricing.yaml': (text) =>
    text
      .replace('"A", 1.35, "B", 1.1, "C", 0.85', '"A", 1.42, "B", 1.1, "C", 0.8')
      .replace(', "street", 1.3', '')
      .replace('4500', '5000')
      .replace('bike_age >= 10', 'bike_age >= 8'),
  'quote.json': (text) => text.replace('min:20000|max:2000000', 'min:20000|max:1000000'),
}

export function dearerDraft(platform: TestPlatform): Promise<ProductVersionId> {
  return pushedDraft(platform, 'bike', dearerChanges)
}

/** Asks, lets the jobs run, and gives the result. */
export async function impactOf(
  platform: TestPlatform,
  body: {
    product_version_id: string
    by?: { field: string; bands?: number[] }[]
    scope?: { kind: string; days?: number; from?: string; to?: string }
  },
  manager: Manager = managerOn(platform),
): Promise<ImpactReport> {
  const asked = await manager.post('/manage/impacts', body)
  if (asked.statusCode !== 202) throw new Error(`not asked: ${asked.body}`)
  await platform.runDue(['run_impacts'])
  return (
    await manager.get(`/manage/impacts/${asked.json<ImpactReport>().id}`)
  ).json<ImpactReport>()
}
