import {
  type Page,
  type PageRows,
  type Queryable,
  equal,
  fragment,
  idsBetween,
  searchPage,
} from '../database/index.ts'
import { withinLimits } from '../identity/index.ts'
import { type SaleSearch, nameConditions, saleIds } from '../policies/index.ts'
import type { Payment, PaymentStatus } from './payment.ts'
import { paymentColumns } from './payment-store.ts'
import { paymentsOfDoubtfulRefunds } from './refund-store.ts'

export interface PaymentSearch extends SaleSearch {
  readonly id: string | null
  readonly policyId: string | null
  readonly productId: string | null
  readonly name: string | null
  readonly status: PaymentStatus | null
  readonly distributorId: string | null
  readonly createdFrom: Temporal.Instant | null
  readonly createdUntil: Temporal.Instant | null
  /** Only those that need a person, themselves or for one of their refunds. */
  readonly isInDoubt: boolean
}

/** Newest first. */
export function searchPayments(
  db: Queryable,
  wanted: PaymentSearch,
  page: Page,
  now: Temporal.Instant,
): Promise<PageRows<Payment>> {
  const scope = [
    fragment`insurer_id = ${wanted.insurerId}`,
    fragment`livemode = ${wanted.livemode}`,
  ]
  const isOfKnownSale = wanted.number !== null || wanted.email !== null
  return searchPage(db, page, {
    where: [
      ...scope,
      ...equal({
        id: wanted.id,
        policy_id: wanted.policyId,
        status: wanted.status,
        distributor_id: wanted.distributorId,
        product_id: wanted.productId,
      }),
      withinLimits(wanted.limits),
      ...idsBetween('t', wanted.createdFrom, wanted.createdUntil),
      ...nameConditions(wanted.name),
      isOfKnownSale ? fragment`policy_id in (${saleIds(wanted, now)})` : null,
      // Both have an index of the few that are, so the many that are not are never gone through.
      wanted.isInDoubt
        ? fragment`id in (
            select id from payments where ${scope} and doubt is not null
            union all ${paymentsOfDoubtfulRefunds(scope)})`
        : null,
    ],
    ids: (where, sort) => fragment`select id from payments where ${where} ${sort}`,
    select: fragment`select ${paymentColumns} from page join payments using (id)`,
    isPlannedByValue: true,
  })
}
