import type { ItemId, PlanId, ProductId, ProductVersionId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import {
  type PlanFrequency,
  selectIntegrations,
  selectPlans,
  selectVersion,
  selectVersionItems,
} from '../products/index.ts'
import { type AnsweredQuote, cyclesOf } from '../quotes/index.ts'
import type { SaleNames } from './group-of.ts'

/** On what things of one product were sold; each of its versions is asked for once. */
export interface SoldTerms {
  knows(versionId: ProductVersionId): boolean
  /** Reads the terms of a version, before anything is asked of what was sold on it. */
  learn(versionId: ProductVersionId): Promise<void>
  namesOf(sold: Sold): SaleNames
  /** What is paid at a time, and how often in the year or the term. */
  paidFor(quote: AnsweredQuote): Paid
}

export interface Paid {
  readonly payment: number
  readonly cycles: number
}

type Sold = Pick<AnsweredQuote, 'productVersionId' | 'itemId' | 'planId' | 'integrationId'>

interface VersionTerms {
  readonly items: ReadonlyMap<ItemId, string>
  readonly frequencies: ReadonlyMap<string, PlanFrequency | null>
}

export async function openSoldTerms(db: Queryable, productId: ProductId): Promise<SoldTerms> {
  const [plans, integrations] = await Promise.all([
    selectPlans(db, productId),
    selectIntegrations(db, productId),
  ])
  const planKeys = new Map<PlanId, string>(plans.map(({ id, key }) => [id, key]))
  const integrationKeys = new Map<string, string>(integrations.map(({ id, key }) => [id, key]))
  // A product has as many versions as it was pushed: a few words of each are kept.
  const versions = new Map<ProductVersionId, VersionTerms>()
  // Many ask at once for the first of them.
  const reading = new Map<ProductVersionId, Promise<void>>()
  const termsOf = (id: ProductVersionId) => {
    const terms = versions.get(id)
    if (terms === undefined) throw new Error(`nobody has learnt the terms of version ${id}`)
    return terms
  }
  return {
    knows: (id) => versions.has(id),
    learn: (id) =>
      reading.getOrInsertComputed(id, async () => {
        versions.set(id, await readVersion(db, id))
      }),
    namesOf({ productVersionId, itemId, planId, integrationId }) {
      const { items } = termsOf(productVersionId)
      return {
        item: items.get(itemId) ?? '',
        plan: planKeys.get(planId) ?? '',
        integration: integrationKeys.get(integrationId) ?? '',
      }
    },
    paidFor({ premium, productVersionId, planId }) {
      const { frequencies } = termsOf(productVersionId)
      const frequency = frequencies.get(planKeys.get(planId) ?? '') ?? null
      return { payment: premium.grossPaymentAmount, cycles: cyclesOf(premium, frequency) }
    },
  }
}

async function readVersion(db: Queryable, id: ProductVersionId): Promise<VersionTerms> {
  const [version, items] = await Promise.all([selectVersion(db, id), selectVersionItems(db, id)])
  if (version === undefined) throw new Error(`version ${id} is gone`)
  return {
    items: new Map(items.map(({ itemId, key }) => [itemId, key])),
    frequencies: new Map(
      version.definition.paymentPlans.map(({ key, frequency }) => [key, frequency]),
    ),
  }
}
