import type { ClockId, PolicyId } from '../kernel/index.ts'
import {
  type Finder,
  type Page,
  type PageRows,
  type Part,
  type Queryable,
  type Transaction,
  fragment,
  listing,
  rows,
  searchPage,
  sql,
} from '../database/index.ts'
import type { Candidate, DatedPolicy, Deadline, Listing } from './deadline.ts'

/** Sets a deadline, in the transaction that has the policy locked. An existing one stays. */
export async function insertDeadline(tx: Queryable, deadline: Deadline): Promise<void> {
  await tx.query(sql`
    insert into deadlines (policy_id, kind, key, due_at, clock_id)
    values (${deadline.policyId}, ${deadline.kind}, ${deadline.key}, ${deadline.dueAt},
      ${deadline.clockId})
    on conflict do nothing`)
}

/** Sets a deadline, or moves the one of the same key, also where it was done before. */
export async function setDeadline(
  tx: Pick<Transaction, 'write'>,
  deadline: Deadline,
): Promise<void> {
  await tx.write([deadlinesSet([deadline])])
}

/** The same for a statement that has the policies locked. */
export function deadlinesSet(deadlines: readonly Deadline[]): Part {
  const set = deadlines.map((deadline) => ({ ...deadline, dueAt: deadline.dueAt.toString() }))
  return {
    name: 'deadlines_set',
    body: fragment`
      insert into deadlines (policy_id, kind, key, due_at, clock_id)
      select "policyId", kind, key, "dueAt", "clockId"
      from json_to_recordset(${rows(set)}::json) as d(
        "policyId" text, kind text, key text, "dueAt" timestamptz, "clockId" text)
      on conflict (policy_id, kind, key) do update set due_at = excluded.due_at, done_at = null
      returning policy_id`,
  }
}

/** Removes a deadline. */
export async function dropDeadline(
  tx: Pick<Transaction, 'write'>,
  { policyId, kind, key }: Pick<Deadline, 'policyId' | 'kind' | 'key'>,
): Promise<void> {
  const body = fragment`
    delete from deadlines d
    using json_to_recordset(${rows([{ policyId, kind, key }])}::json) as t(
      "policyId" text, kind text, key text)
    where d.policy_id = t."policyId" and d.kind = t.kind and d.key = t.key and d.done_at is null
    returning d.policy_id`
  await tx.write([{ name: 'deadlines_dropped', body }])
}

/** The open deadlines of one kind. */
export async function selectPendingKeys(
  db: Queryable,
  policyId: PolicyId,
  kind: Deadline['kind'],
): Promise<string[]> {
  const rows = await db.query<{ key: string }>(sql`
    select key from deadlines
    where policy_id = ${policyId} and kind = ${kind} and done_at is null`)
  return rows.map(({ key }) => key)
}

/** Policies with a due deadline, the oldest deadline first. */
export async function selectDue(
  db: Queryable,
  asked: Parameters<Listing>[0],
): Promise<Candidate[]> {
  return db.query(sql`
    select policy_id as "policyId", due_at::text as place, due_at < ${asked.lateBefore} as "isLate"
    from deadlines
    where done_at is null and clock_id is null and due_at <= ${asked.until}
      and (due_at, policy_id) > (${asked.after?.place ?? '-infinity'}::timestamptz,
        ${asked.after?.policyId ?? ''})
    order by due_at, policy_id limit ${asked.limit}`)
}

/** The next deadline of the policies on a clock. */
export async function selectDueOnClock(
  db: Queryable,
  clockId: ClockId,
  limit: number,
): Promise<DatedPolicy[]> {
  return db.query(sql`
    select policy_id as "policyId", due_at as "dueAt", kind from deadlines
    where clock_id = ${clockId} and done_at is null order by due_at limit ${limit}`)
}

/** The next deadline of a policy, whenever it is due. */
export async function selectNextDeadline(
  tx: Finder,
  policyId: PolicyId,
): Promise<Deadline | undefined> {
  const [next] = await tx.list(nextOfPolicies, policyId)
  return next
}

const nextOfPolicies = listing<Deadline>(
  (policyIds) => sql`
    select of, next.* from unnest(${policyIds}::text[]) as of, lateral (
      select policy_id as "policyId", kind, key, due_at as "dueAt", clock_id as "clockId"
      from deadlines where policy_id = of and done_at is null
      order by due_at, kind, key limit 1) as next`,
)

export async function updateDone(
  tx: Pick<Transaction, 'write'>,
  { policyId, kind, key }: Deadline,
  now: Temporal.Instant,
): Promise<void> {
  const body = fragment`
    update deadlines d set done_at = t."doneAt"
    from json_to_recordset(${rows([{ policyId, kind, key, doneAt: now.toString() }])}::json) as t(
      "policyId" text, kind text, key text, "doneAt" timestamptz)
    where d.policy_id = t."policyId" and d.kind = t.kind and d.key = t.key returning d.policy_id`
  await tx.write([{ name: 'deadlines_done', body }])
}

/** Of these policies, those that failed before. */
export interface Failure {
  readonly policyId: PolicyId
  readonly attempts: number
  readonly retryAt: Temporal.Instant
}

export async function selectFailures(
  db: Queryable,
  policyIds: readonly PolicyId[],
): Promise<Failure[]> {
  return db.query(sql`
    select policy_id as "policyId", attempts, retry_at as "retryAt" from deadline_failures
    where policy_id = any(${policyIds})`)
}

/** Something due failed, and is tried again. */
export interface FailedPolicy extends Pick<Failure, 'attempts' | 'retryAt'> {
  /** The policy. */
  readonly id: PolicyId
  readonly reason: string
  readonly failedAt: Temporal.Instant
}

/** Of all insurers, newest policy first. */
export function searchFailedPolicies(db: Queryable, page: Page): Promise<PageRows<FailedPolicy>> {
  return searchPage(db, page, {
    select: fragment`
      select * from (
        select policy_id as id, attempts, reason, failed_at as "failedAt", retry_at as "retryAt"
        from deadline_failures) as failed`,
    where: [],
  })
}

export async function upsertFailure(
  db: Queryable,
  failure: Failure & Pick<FailedPolicy, 'reason' | 'failedAt'>,
): Promise<void> {
  await db.query(sql`
    insert into deadline_failures (policy_id, attempts, reason, failed_at, retry_at)
    values (${failure.policyId}, ${failure.attempts}, ${failure.reason}, ${failure.failedAt},
      ${failure.retryAt})
    on conflict (policy_id) do update set attempts = excluded.attempts, reason = excluded.reason,
      failed_at = excluded.failed_at, retry_at = excluded.retry_at`)
}

export async function deleteFailure(
  tx: Pick<Transaction, 'write'>,
  policyId: PolicyId,
): Promise<void> {
  const body = fragment`
    delete from deadline_failures where policy_id in (
      select value from json_array_elements_text(${rows([policyId])}::json)) returning policy_id`
  await tx.write([{ name: 'failures_forgotten', body }])
}
