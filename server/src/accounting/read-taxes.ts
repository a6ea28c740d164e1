import type { Queryable } from '../database/index.ts'
import { type BookingDays, type LedgerScope, selectTaxedTurnover } from '../ledger/index.ts'
import { productOfPolicy } from '../policies/index.ts'
import { selectTaxFacts } from '../products/index.ts'

/** What was charged and taxed at one rate, less what was given back or written off. */
export interface TaxLine {
  /** Null where the product does not say. */
  readonly country: string | null
  readonly classOfBusiness: string | null
  readonly currency: string
  /** In per cent; null where it is not known. */
  readonly rate: string | null
  readonly premium: number
  readonly tax: number
}

/** For a tax return: by country, class of business, currency and rate. */
export async function readTaxes(
  db: Queryable,
  days: LedgerScope & BookingDays,
): Promise<TaxLine[]> {
  const turnover = await selectTaxedTurnover(db, days, productOfPolicy)
  const products = [...new Set(turnover.flatMap(({ productId }) => productId ?? []))]
  const facts = await selectTaxFacts(db, products)
  const lines = turnover.map(({ productId, currency, rate, net: premium, tax }): TaxLine => {
    const declared = productId === null ? undefined : facts.get(productId)
    const country = declared?.countryOfRisk ?? null
    const classOfBusiness = declared?.classOfBusiness ?? null
    return { country, classOfBusiness, currency, rate, premium, tax }
  })
  return [...Map.groupBy(lines, keyOf)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...others]]) => (first === undefined ? [] : [others.reduce(add, first)]))
}

function keyOf({ country, classOfBusiness, currency, rate }: TaxLine): string {
  return [country ?? '~', classOfBusiness ?? '~', currency, (rate ?? '~').padStart(12)].join(' ')
}

function add(one: TaxLine, other: TaxLine): TaxLine {
  return { ...one, premium: one.premium + other.premium, tax: one.tax + other.tax }
}
