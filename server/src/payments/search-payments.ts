import type { AccountId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  fragment,
  idsBetween,
  pageOf,
  windowOf,
} from '../database/index.ts'
import type { Payment, PaymentStatus } from './payment.ts'
import { paymentColumns } from './payment-store.ts'

export interface PaymentSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly id: string | null
  readonly policyId: string | null
  readonly status: PaymentStatus | null
  readonly distributorId: string | null
  readonly createdFrom: Temporal.Instant | null
  readonly createdUntil: Temporal.Instant | null
}

/** Newest first. */
export async function searchPayments(
  db: Queryable,
  search: PaymentSearch,
  page: Page,
): Promise<PageRows<Payment>> {
  const window = windowOf(page)
  const conditions = [
    fragment`insurer_id = ${search.insurerId}`,
    fragment`livemode = ${search.livemode}`,
    ...idsBetween('t', search.createdFrom, search.createdUntil),
    ...window.conditions,
  ]
  if (search.id !== null) conditions.push(fragment`id = ${search.id}`)
  if (search.policyId !== null) conditions.push(fragment`policy_id = ${search.policyId}`)
  if (search.status !== null) conditions.push(fragment`status = ${search.status}`)
  if (search.distributorId !== null) {
    conditions.push(fragment`distributor_id = ${search.distributorId}`)
  }
  const rows = await db.query<Payment>(compose`
    select ${paymentColumns} from payments where ${conditions} ${window.order}`)
  return pageOf(rows, page)
}
