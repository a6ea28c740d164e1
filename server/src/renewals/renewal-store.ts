import type { AccountId, PolicyId } from '../kernel/index.ts'
import { type Queryable, json, sql } from '../database/index.ts'
import type { Renewal } from './renewal.ts'

export async function selectRenewal(
  db: Queryable,
  policyId: PolicyId,
  firstDay: Temporal.PlainDate,
): Promise<Renewal | undefined> {
  const rows = await db.query<Renewal>(sql`
    select policy_id as "policyId", first_day as "firstDay", last_day as "lastDay", kind, state,
      based_on as "basedOn", product_version_id as "productVersionId", quote_id as "quoteId",
      content_id as "contentId", payment_before as "paymentBefore",
      payment_after as "paymentAfter", held_quote_id as "heldQuoteId", given, says, problems,
      token_hash as "tokenHash", offered_at as "offeredAt", decided_at as "decidedAt",
      decided_by as "decidedBy", plan_id as "planId"
    from renewals where policy_id = ${policyId} and first_day = ${firstDay}`)
  return rows[0]
}

/** Writes what a renewal is now, with the policy locked. */
export async function upsertRenewal(
  tx: Queryable,
  renewal: Renewal,
  of: { readonly insurerId: AccountId; readonly livemode: boolean },
): Promise<void> {
  await tx.query(sql`
    insert into renewals (policy_id, first_day, last_day, insurer_id, livemode, kind, state,
      based_on, product_version_id, quote_id, content_id, payment_before, payment_after,
      held_quote_id, given, says, problems, token_hash, offered_at, decided_at, decided_by, plan_id)
    values (${renewal.policyId}, ${renewal.firstDay}, ${renewal.lastDay}, ${of.insurerId},
      ${of.livemode}, ${renewal.kind}, ${renewal.state}, ${renewal.basedOn},
      ${renewal.productVersionId}, ${renewal.quoteId}, ${renewal.contentId},
      ${renewal.paymentBefore}, ${renewal.paymentAfter}, ${renewal.heldQuoteId}, ${json(renewal.given)}::jsonb,
      ${json(renewal.says)}::jsonb, ${json(renewal.problems)}::jsonb, ${renewal.tokenHash}, ${renewal.offeredAt},
      ${renewal.decidedAt}, ${renewal.decidedBy}, ${renewal.planId})
    on conflict (policy_id, first_day) do update set last_day = excluded.last_day,
      kind = excluded.kind, state = excluded.state, based_on = excluded.based_on,
      product_version_id = excluded.product_version_id, quote_id = excluded.quote_id,
      content_id = excluded.content_id, payment_before = excluded.payment_before,
      payment_after = excluded.payment_after, held_quote_id = excluded.held_quote_id, given = excluded.given,
      says = excluded.says, problems = excluded.problems, token_hash = excluded.token_hash,
      offered_at = excluded.offered_at, decided_at = excluded.decided_at,
      decided_by = excluded.decided_by, plan_id = excluded.plan_id`)
}
