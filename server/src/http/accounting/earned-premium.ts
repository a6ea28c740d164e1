import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import type { EarnedPremium } from '../../accounting/index.ts'
import type { Database } from '../../database/index.ts'
import type { Caller } from '../../identity/index.ts'
import type { IssuedSearch } from '../../policies/index.ts'
import { tooLongParameter } from '../query/reasons.ts'
import { filter, filterLengthMax, given, readSaleFilters } from '../query/sale-filters.ts'
import { amount, text } from '../wire/schema.ts'
import { ledgerOf, dayErrors, dayParameter, readDay } from './report-day.ts'
import { earnedPremiumExample } from './examples.ts'

export const earnedPremiumFilters = {
  ...dayParameter,
  policy_id: filter('Of this policy.'),
  product_id: filter('Of this product, by its id or key.'),
  distributor_id: filter('Sold by this distributor.'),
}

export const earnedPremiumErrors = [...dayErrors, tooLongParameter('policy_id', filterLengthMax)]

export const earnedPremiumSchema = Type.Object(
  {
    policy_id: text('The policy.'),
    policy_number: text('The policy number.'),
    product_id: text('The product that was sold.'),
    distributor_id: text('The distributor that sold it.'),
    currency: text('ISO 4217, in lower case.'),
    written: amount('The premium charged by that day, net of tax and fees.'),
    earned: amount('The part of it for the days up to and including that day.'),
    unearned: amount('The rest: the part for later days.'),
  },
  {
    $id: 'EarnedPremium',
    description: 'The premium of a policy on a day.',
    examples: [earnedPremiumExample],
  },
)

export async function readEarnedPremiumFilters(
  db: Database,
  caller: Caller,
  query: {
    readonly day?: string
    readonly policy_id?: string
    readonly product_id?: string
    readonly distributor_id?: string
  },
): Promise<IssuedSearch> {
  const { day, policy_id, ...ofSale } = query
  const issuedBy = readDay({ day })
  const { productId, distributorId } = await readSaleFilters(db, caller, ofSale)
  return { ...ledgerOf(caller), issuedBy, id: given(policy_id), productId, distributorId }
}

export function viewEarnedPremium(row: EarnedPremium): Static<typeof earnedPremiumSchema> {
  return {
    policy_id: row.id,
    policy_number: row.insurerPolicyId,
    product_id: row.productId,
    distributor_id: row.distributorId,
    currency: row.currency,
    written: row.written,
    earned: row.earned,
    unearned: row.unearned,
  }
}
