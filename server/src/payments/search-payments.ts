import type { AccountId } from '../kernel/index.ts'
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
  wanted: PaymentSearch,
  page: Page,
): Promise<PageRows<Payment>> {
  const window = windowOf(page)
  const conditions = [
    fragment`insurer_id = ${wanted.insurerId}`,
    fragment`livemode = ${wanted.livemode}`,
    ...idsBetween('t', wanted.createdFrom, wanted.createdUntil),
    ...window.conditions,
  ]
  if (wanted.id !== null) conditions.push(fragment`id = ${wanted.id}`)
  if (wanted.policyId !== null) conditions.push(fragment`policy_id = ${wanted.policyId}`)
  if (wanted.status !== null) conditions.push(fragment`status = ${wanted.status}`)
  if (wanted.distributorId !== null) {
    conditions.push(fragment`distributor_id = ${wanted.distributorId}`)
  }
  const rows = await db.query<Payment>(search`
    select ${paymentColumns} from payments where ${conditions} ${window.order}`)
  return pageOf(rows, page)
}
