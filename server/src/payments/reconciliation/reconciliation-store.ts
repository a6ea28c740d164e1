import { type Queryable, sql } from '../../database/index.ts'
import type { CredentialOwner } from '../credentials/credentials.ts'

/** The account of an insurer at a provider, and how far its money was read. */
export interface Reconciliation extends CredentialOwner {
  readonly provider: string
  /** Null while nothing could be read. */
  readonly readUntil: Temporal.Instant | null
  /** When it was last asked; null for never. */
  readonly askedAt: Temporal.Instant | null
  /** Since when the provider does not show the balance, and why. */
  readonly refusedAt: Temporal.Instant | null
  readonly refusal: string | null
  /** Since when the insurer has the account here. */
  readonly since: Temporal.Instant
}

/** Accounts that were not asked since a moment, or not since their keys were changed. */
export async function selectUnreconciled(
  db: Queryable,
  providers: readonly string[],
  askedBefore: Temporal.Instant,
  rowsMax: number,
): Promise<Reconciliation[]> {
  return db.query<Reconciliation>(sql`
    select c.insurer_id as "insurerId", c.livemode, c.provider, r.read_until as "readUntil",
      r.asked_at as "askedAt", r.refused_at as "refusedAt", r.refusal, c.created_at as since
    from provider_credentials c
    left join reconciliations r
      on r.insurer_id = c.insurer_id and r.livemode = c.livemode and r.provider = c.provider
    where c.provider = any(${providers}) and (r.asked_at is null or r.asked_at <= ${askedBefore}
      or r.asked_at < c.changed_at)
    order by r.asked_at nulls first limit ${rowsMax}`)
}

/** The accounts of an insurer in one mode. */
export async function selectReconciliations(
  db: Queryable,
  providers: readonly string[],
  { insurerId, livemode }: CredentialOwner,
): Promise<Reconciliation[]> {
  return db.query<Reconciliation>(sql`
    select c.insurer_id as "insurerId", c.livemode, c.provider, r.read_until as "readUntil",
      r.asked_at as "askedAt", r.refused_at as "refusedAt", r.refusal, c.created_at as since
    from provider_credentials c
    left join reconciliations r
      on r.insurer_id = c.insurer_id and r.livemode = c.livemode and r.provider = c.provider
    where c.insurer_id = ${insurerId} and c.livemode = ${livemode}
      and c.provider = any(${providers})
    order by c.provider`)
}

/** It was asked. A refusal ends with the next answer; a failure leaves all but the moment. */
export async function updateReconciled(
  db: Queryable,
  { insurerId, livemode, provider }: Reconciliation,
  now: Temporal.Instant,
  outcome:
    | { readonly kind: 'read'; readonly until: Temporal.Instant }
    | { readonly kind: 'refused'; readonly reason: string }
    | { readonly kind: 'failed' },
): Promise<void> {
  const until = outcome.kind === 'read' ? outcome.until : null
  const refusal = outcome.kind === 'refused' ? outcome.reason : null
  const isFailed = outcome.kind === 'failed'
  await db.query(sql`
    insert into reconciliations as r
      (insurer_id, livemode, provider, read_until, asked_at, refused_at, refusal)
    values (${insurerId}, ${livemode}, ${provider}, ${until}, ${now},
      ${refusal === null ? null : now}, ${refusal})
    on conflict (insurer_id, livemode, provider) do update set
      read_until = coalesce(excluded.read_until, r.read_until), asked_at = excluded.asked_at,
      refused_at = case when ${isFailed} then r.refused_at
        when excluded.refusal is not null then coalesce(r.refused_at, excluded.refused_at) end,
      refusal = case when ${isFailed} then r.refusal else excluded.refusal end`)
}
