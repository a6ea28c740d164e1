import type { DisputeId } from '../../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  searchPage,
  sql,
} from '../../database/index.ts'
import { type Limit, withinLimits } from '../../identity/index.ts'
import type { CredentialOwner } from '../credentials/credentials.ts'
import type { Dispute, DisputeState } from './dispute.ts'

const columns = fragment`
  id, payment_id as "paymentId", policy_id as "policyId", insurer_id as "insurerId",
  distributor_id as "distributorId", product_id as "productId", livemode, provider, reference,
  state, amount, currency, fee, reason, evidence_due_at as "evidenceDueAt", url,
  is_loss as "isLoss", opened_at as "openedAt", closed_at as "closedAt"`

export async function upsertDispute(tx: Queryable, one: Dispute): Promise<void> {
  await tx.query(sql`
    insert into disputes (id, payment_id, policy_id, insurer_id, distributor_id, product_id,
      livemode, provider, reference, state, amount, currency, fee, reason, evidence_due_at, url,
      is_loss, opened_at, closed_at)
    values (${one.id}, ${one.paymentId}, ${one.policyId}, ${one.insurerId}, ${one.distributorId},
      ${one.productId}, ${one.livemode}, ${one.provider}, ${one.reference}, ${one.state},
      ${one.amount}, ${one.currency}, ${one.fee}, ${one.reason}, ${one.evidenceDueAt}, ${one.url},
      ${one.isLoss}, ${one.openedAt}, ${one.closedAt})
    on conflict (id) do update set state = excluded.state, amount = excluded.amount,
      fee = excluded.fee, reason = excluded.reason, evidence_due_at = excluded.evidence_due_at,
      is_loss = excluded.is_loss, closed_at = excluded.closed_at`)
}

export async function selectDispute(db: Queryable, id: DisputeId): Promise<Dispute | undefined> {
  const [row] = await db.query<Dispute>(compose`select ${columns} from disputes where id = ${id}`)
  return row
}

/** By what the provider calls them. */
export async function selectDisputes(
  db: Queryable,
  { insurerId, livemode }: CredentialOwner,
  provider: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, Dispute>> {
  const found = await db.query<Dispute>(compose`
    select ${columns} from disputes
    where insurer_id = ${insurerId} and livemode = ${livemode} and provider = ${provider}
      and reference = any(${references})`)
  return new Map(found.map((one) => [one.reference, one]))
}

export interface DisputeSearch extends CredentialOwner {
  readonly limits: readonly Limit[] | null
  readonly states: readonly DisputeState[] | null
  readonly policyId: string | null
  readonly paymentId: string | null
}

/** Newest first. */
export function searchDisputes(
  db: Queryable,
  wanted: DisputeSearch,
  page: Page,
): Promise<PageRows<Dispute>> {
  const { insurerId, livemode, states, policyId, paymentId, limits } = wanted
  return searchPage(db, page, {
    select: fragment`select ${columns} from disputes`,
    where: [
      ...equal({ insurer_id: insurerId, livemode, policy_id: policyId, payment_id: paymentId }),
      states === null ? null : fragment`state = any(${states})`,
      withinLimits(limits),
    ],
    isPlannedByValue: true,
  })
}
