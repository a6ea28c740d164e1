import type { NextTermEndorsementId, PolicyId } from '../../kernel/index.ts'
import { type Queryable, json, sql } from '../../database/index.ts'
import type {
  NextTermEndorsement,
  NextTermEndorsementState,
  VoidReason,
} from './next-term-endorsement.ts'

/** Those of a term that are pending, in the order in which they were recorded. */
export async function selectPending(
  db: Queryable,
  policyId: PolicyId,
  firstDay: Temporal.PlainDate,
): Promise<NextTermEndorsement[]> {
  const all = await selectNextTermEndorsements(db, policyId)
  return all.filter((one) => one.state === 'pending' && one.firstDay.equals(firstDay))
}

/** All of a policy, in the order in which they were recorded. */
export async function selectNextTermEndorsements(
  db: Queryable,
  policyId: PolicyId,
): Promise<NextTermEndorsement[]> {
  return db.query<NextTermEndorsement>(sql`
    select id, policy_id as "policyId", first_day as "firstDay", state, answers, data,
      recorded_by as "recordedBy", recorded_at as "recordedAt", ended_at as "endedAt",
      void_reason as "voidReason", mass_endorsement_id as "massEndorsementId"
    from next_term_endorsements where policy_id = ${policyId} order by id`)
}

/** With the policy locked. */
export async function insertNextTermEndorsement(
  tx: Queryable,
  {
    id,
    policyId,
    firstDay,
    state,
    answers,
    data,
    recordedBy,
    recordedAt,
    massEndorsementId,
  }: NextTermEndorsement,
): Promise<void> {
  await tx.query(sql`
    insert into next_term_endorsements (id, policy_id, first_day, state, answers, data, recorded_by,
      recorded_at, mass_endorsement_id)
    values (${id}, ${policyId}, ${firstDay}, ${state}, ${json(answers)}::jsonb,
      ${json(data)}::jsonb, ${recordedBy}, ${recordedAt}, ${massEndorsementId})`)
}

/** Ends those that are pending, with the policy locked. */
export async function endNextTermEndorsements(
  tx: Queryable,
  ids: readonly NextTermEndorsementId[],
  {
    state,
    reason = null,
    at,
  }: {
    readonly state: Exclude<NextTermEndorsementState, 'pending'>
    readonly reason?: VoidReason | null
    readonly at: Temporal.Instant
  },
): Promise<void> {
  await tx.query(sql`
    update next_term_endorsements set state = ${state}, void_reason = ${reason}, ended_at = ${at}
    where id = any(${ids}) and state = 'pending'`)
}
