import {
  type Page,
  type PageRows,
  type Queryable,
  fragment,
  idsBetween,
  pageOf,
  search,
  windowOf,
} from '../database/index.ts'
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

/** Newest first. The ids of a page are found first, as those of policies are. */
export async function searchPayments(
  db: Queryable,
  wanted: PaymentSearch,
  page: Page,
  now: Temporal.Instant,
): Promise<PageRows<Payment>> {
  const window = windowOf(page)
  const scope = [
    fragment`insurer_id = ${wanted.insurerId}`,
    fragment`livemode = ${wanted.livemode}`,
  ]
  const conditions = [
    ...scope,
    ...idsBetween('t', wanted.createdFrom, wanted.createdUntil),
    ...window.conditions,
  ]
  if (wanted.id !== null) conditions.push(fragment`id = ${wanted.id}`)
  if (wanted.policyId !== null) conditions.push(fragment`policy_id = ${wanted.policyId}`)
  if (wanted.status !== null) conditions.push(fragment`status = ${wanted.status}`)
  if (wanted.distributorId !== null) {
    conditions.push(fragment`distributor_id = ${wanted.distributorId}`)
  }
  if (wanted.productId !== null) conditions.push(fragment`product_id = ${wanted.productId}`)
  if (wanted.name !== null) conditions.push(...nameConditions(wanted.name))
  if (wanted.number !== null || wanted.email !== null) {
    conditions.push(fragment`policy_id in (${saleIds(wanted, now)})`)
  }
  if (wanted.isInDoubt) {
    // Both have an index of the few that are, so the many that are not are never gone through.
    conditions.push(fragment`id in (
      select id from payments where ${scope} and doubt is not null
      union all ${paymentsOfDoubtfulRefunds(scope)})`)
  }
  const rows = await db.query<Payment>(search`
    with page as materialized (select id from payments where ${conditions} ${window.order})
    select ${paymentColumns} from page join payments using (id) ${window.order}`)
  return pageOf(rows, page)
}
