import type { ClockId, PolicyId } from '../kernel/index.ts'
import { type Finder, type Queryable, type SelectByIds, sql } from '../database/index.ts'
import type { Candidate, DatedPolicy, Listing } from '../deadlines/index.ts'
import type { Lifetime, Policy, PolicyIdentity } from './policy.ts'

type Asked = Parameters<Listing>[0]

/** Offers that nobody has paid in time. */
export async function selectLapsing(db: Queryable, asked: Asked): Promise<Candidate[]> {
  return db.query(sql`
    select id as "policyId", offer_expires_at::text as place,
      offer_expires_at < ${asked.lateBefore} as "isLate"
    from policies
    where status = 'ready' and clock_id is null and offer_expires_at <= ${asked.until}
      and (offer_expires_at, id) > (${asked.after?.place ?? '-infinity'}::timestamptz,
        ${asked.after?.policyId ?? ''})
    order by offer_expires_at, id limit ${asked.limit}`)
}

/** Policies whose last day has ended where they were sold. */
export async function selectEnding(db: Queryable, asked: Asked): Promise<Candidate[]> {
  return db.query(sql`
    select id as "policyId", coalesce(end_day, term_last_day)::text as place,
      ((coalesce(end_day, term_last_day) + 1)::timestamp at time zone time_zone)
        < ${asked.lateBefore} as "isLate"
    from policies
    where status = 'paid' and not renews and clock_id is null
      and coalesce(end_day, term_last_day) is not null
      and coalesce(end_day, term_last_day) < (${asked.until}::timestamptz + interval '1 day')::date
      and ((coalesce(end_day, term_last_day) + 1)::timestamp at time zone time_zone) <= ${asked.until}
      and (coalesce(end_day, term_last_day), id) > (${asked.after?.place ?? '-infinity'}::date,
        ${asked.after?.policyId ?? ''})
    order by coalesce(end_day, term_last_day), id limit ${asked.limit}`)
}

/** Policies whose next term is to be priced. */
export async function selectToBeRenewed(db: Queryable, asked: Asked): Promise<Candidate[]> {
  return db.query(sql`
    select id as "policyId", renewal_notice_at::text as place,
      renewal_notice_at < ${asked.lateBefore} as "isLate"
    from policies
    where status = 'paid' and clock_id is null and renewal_notice_at <= ${asked.until}
      and (renewal_notice_at, id) > (${asked.after?.place ?? '-infinity'}::timestamptz,
        ${asked.after?.policyId ?? ''})
    order by renewal_notice_at, id limit ${asked.limit}`)
}

/** Policies whose stored snapshot has run out. */
export async function selectOutdated(db: Queryable, asked: Asked): Promise<Candidate[]> {
  return db.query(sql`
    select id as "policyId", holds_until::text as place,
      holds_until < ${asked.lateBefore} as "isLate"
    from policies
    where clock_id is null and holds_until <= ${asked.until}
      and (holds_until, id) > (${asked.after?.place ?? '-infinity'}::timestamptz,
        ${asked.after?.policyId ?? ''})
    order by holds_until, id limit ${asked.limit}`)
}

/** The next deadlines of policies on a test clock, the earliest first. */
export async function selectDatedOn(
  db: Queryable,
  clockId: ClockId,
  limit: number,
): Promise<DatedPolicy[]> {
  return db.query(sql`
    select id as "policyId", due_at as "dueAt" from (
      select id, least(holds_until, case status when 'ready' then offer_expires_at
        when 'paid' then least(renewal_notice_at, case when not renews
          then (coalesce(end_day, term_last_day) + 1)::timestamp at time zone time_zone end)
        end) as due_at
      from policies where clock_id = ${clockId}) as dated
    where due_at is not null order by due_at, id limit ${limit}`)
}

export async function selectPoliciesOn(db: Queryable, clockId: ClockId): Promise<PolicyId[]> {
  const rows = await db.query<{ id: PolicyId }>(sql`
    select id from policies where clock_id = ${clockId}`)
  return rows.map(({ id }) => id)
}

/** The test clock of a policy; null where it has none. */
export async function selectClockOf(db: Queryable, id: PolicyId): Promise<ClockId | null> {
  const rows = await db.query<{ clockId: ClockId | null }>(sql`
    select clock_id as "clockId" from policies where id = ${id}`)
  return rows[0]?.clockId ?? null
}

/** False where another transaction has locked the policy: the deadline job waits for no lock. */
export async function lockIfFree(tx: Finder, id: PolicyId): Promise<boolean> {
  return (await tx.find(policiesIfFree, id)) !== undefined
}

const policiesIfFree: SelectByIds = (ids) => sql`
  select id from policies where id = any(${ids}) order by id for update skip locked`

export type HeldLifetime = Lifetime &
  Pick<PolicyIdentity, 'id' | 'livemode' | 'insurerId' | 'distributorId'> &
  Pick<Policy, 'versionId' | 'holdsUntil' | 'renewalNoticeAt' | 'isLocked'>

export async function selectHeldLifetime(
  tx: Finder,
  id: PolicyId,
): Promise<HeldLifetime | undefined> {
  return tx.find<HeldLifetime>(lifetimesByIds, id)
}

const lifetimesByIds: SelectByIds = (ids) => sql`
    select id, status, offer_expires_at as "offerExpiresAt", end_day as "endDay",
      term_last_day as "termLastDay", renews, renewal_notice_at as "renewalNoticeAt",
      version_id as "versionId", time_zone as "timeZone", livemode, insurer_id as "insurerId",
      distributor_id as "distributorId", holds_until as "holdsUntil",
      exists (select from policy_versions v where v.policy_id = p.id and v.state = 'processing')
        as "isLocked"
    from policies p where id = any(${ids})`

/** The next term is being priced: it is not asked for again. */
export async function updateNoticed(tx: Queryable, id: PolicyId): Promise<void> {
  await tx.query(sql`update policies set renewal_notice_at = null where id = ${id}`)
}

export async function updateExpired(tx: Queryable, id: PolicyId): Promise<void> {
  await tx.query(sql`update policies set status = 'expired' where id = ${id}`)
}
