import {
  type PolicyId,
  type PolicyVersionId,
  type QuoteId,
  mintId,
} from '../../src/kernel/index.ts'
import { type Transaction, json, sql } from '../../src/database/index.ts'
import { enqueueAll } from '../../src/jobs/index.ts'
import { reckon } from '../../src/ledger/index.ts'
import { documentsDue, lockPolicies } from '../../src/policies/index.ts'
import { selectTimeline } from '../../src/policies/version-store.ts'
import type { TestPlatform } from '../support/platform.ts'

/** What a version says of the days from its own on. */
export interface LaidDays {
  readonly kind: 'change' | 'reinstatement'
  readonly from: string
  readonly segments: readonly {
    readonly first_day: string
    readonly kind: 'cover' | 'gap'
    /** The price and the answers; those of the day before where it names none. */
    readonly quoteId?: QuoteId
    readonly content?: { readonly last_name: string; readonly data: object }
  }[]
}

/**
 * Writes the next version of a policy into the tables, as an order would, and has its documents made;
 * and whatever the policy's row said of its customer is written over, since no document may read it.
 */
export async function layVersion(
  { db, clock }: TestPlatform,
  policyId: PolicyId,
  { kind, from, segments }: LaidDays,
): Promise<PolicyVersionId> {
  const id = mintId('tpv', clock())
  await db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const [active] = await tx.query<{ id: PolicyVersionId }>(sql`
      select id from policy_versions where policy_id = ${policyId} and state = 'active'`)
    if (active === undefined) throw new Error('a policy has an active version')
    await tx.query(sql`
      insert into policy_versions (id, policy_id, kind, state, number, based_on, change,
        effective_day, terms, created_at)
      select ${id}, policy_id, ${kind}, 'processing', number + 1, id, '{}', ${from}::date, terms,
        ${clock()}::timestamptz
      from policy_versions where id = ${active.id}`)
    await tx.query(sql`
      insert into policy_segments
      select ${id}, first_day, policy_id, kind, quote_id, content_id, payment, tax, fee, commission
      from policy_segments where version_id = ${active.id} and first_day < ${from}::date`)
    for (const segment of segments)
      await laySegment(tx, { versionId: id, policyId }, segment, clock())
    await tx.query(sql`
      update policy_versions set state = 'superseded' where id = ${active.id}`)
    await tx.query(sql`
      update policy_versions set state = 'active', settled_at = ${clock()} where id = ${id}`)
    const timeline = await selectTimeline(tx, id)
    if (timeline === undefined) throw new Error('a version that was laid has its days')
    await reckon(tx, { policyId, versionId: id, timeline, now: clock() })
    await tx.query(sql`
      update policies set version_id = ${id}, last_name = 'Of today''s row', data = '{}',
        status = 'paid', cancelled_at = null, cancelled_by = '', termination_day = null
      where id = ${policyId}`)
    await enqueueAll(tx, 'make_documents', [
      documentsDue(policyId, id, kind),
      documentsDue(policyId, id, 'policy'),
    ])
  })
  return id
}

async function laySegment(
  tx: Transaction,
  version: { readonly versionId: PolicyVersionId; readonly policyId: PolicyId },
  { first_day, kind, quoteId, content }: LaidDays['segments'][number],
  now: Temporal.Instant,
): Promise<void> {
  const contentId = mintId('pco', now)
  const before = sql`
    select quote_id, content_id from policy_segments where version_id = ${version.versionId}
    order by first_day desc limit 1`
  const [held] = await tx.query<{ quote_id: QuoteId; content_id: string }>(before)
  if (held === undefined) throw new Error('a version begins with a segment')
  if (content !== undefined) {
    await tx.query(sql`
      insert into policy_contents (id, policy_id, first_name, last_name, email, data)
      select ${contentId}, policy_id, first_name, ${content.last_name}, email,
        data || ${json(content.data)}::jsonb
      from policy_contents where id = ${held.content_id}`)
  }
  await tx.query(sql`
    insert into policy_segments (version_id, first_day, policy_id, kind, quote_id, content_id,
      payment, tax, fee, commission)
    select ${version.versionId}, ${first_day}::date, ${version.policyId}, ${kind}, id,
      ${content === undefined ? held.content_id : contentId}, (premium ->> 'grossPaymentAmount')::bigint,
      (premium ->> 'premiumTax')::bigint, 0, (premium ->> 'netCommissionTotal')::bigint
    from quotes where id = ${quoteId ?? held.quote_id}`)
}
