import type { ContentId, PolicyId, PolicyVersionId, QuoteId } from '../kernel/index.ts'
import {
  type Finder,
  type Part,
  type Queryable,
  type Reader,
  type SelectByIds,
  fragment,
  json,
  sql,
  combineStatements,
} from '../database/index.ts'
import type { Ending, PlanChange, TaxChange } from '../timelines/index.ts'
import type {
  CancellationDetails,
  WithdrawalDetails,
  PolicyContent,
  PolicySegment,
  PolicyTerm,
  PolicyTimeline,
  PolicyVersion,
} from './policy-version.ts'

/** A version together with its timeline. */
export interface NewVersion {
  readonly version: PolicyVersion
  readonly timeline: PolicyTimeline
}

/** The first versions of policies, for the statement that makes these. */
export function offersWritten(
  offers: readonly (NewVersion & { readonly content: PolicyContent })[],
): readonly Part[] {
  return [
    versionsMade(offers),
    contentsMade(offers.map(({ content }) => content)),
    segmentsMade(offers),
  ]
}

function versionsMade(made: readonly NewVersion[]): Part {
  const rows = made.map(({ version, timeline }) => ({ ...version, ...stored(timeline) }))
  return {
    name: 'versions_made',
    body: fragment`
      insert into policy_versions (id, policy_id, kind, state, number, based_on, details,
        effective_day, requested_by, terms, ending, created_at, settled_at)
      select id, "policyId", kind, state, number, "basedOn", details, "effectiveDay", "requestedBy",
        terms, ending, "createdAt", "createdAt"
      from json_to_recordset(${json(rows)}::json) as v(
        id text, "policyId" text, kind text, state text, number integer, "basedOn" text,
        details jsonb, "effectiveDay" date, "requestedBy" text, terms jsonb, ending jsonb,
        "createdAt" timestamptz)
      returning id`,
  }
}

/** A transaction that is still to be made into a version. */
export async function insertProcessingVersion(
  tx: Queryable,
  version: Omit<PolicyVersion, 'state' | 'number' | 'basedOn'> & { basedOn: PolicyVersionId },
): Promise<void> {
  await tx.query(sql`
    insert into policy_versions (id, policy_id, kind, state, number, based_on, details,
      effective_day, requested_by, created_at)
    select ${version.id}, policy_id, ${version.kind}, 'processing', number + 1, id,
      ${json(version.details)}::jsonb, ${version.effectiveDay}::date, ${version.requestedBy},
      ${version.createdAt}::timestamptz
    from policy_versions where id = ${version.basedOn}`)
}

export async function insertContents(
  tx: Queryable,
  contents: readonly PolicyContent[],
): Promise<void> {
  await tx.query(combineStatements([contentsMade(contents)]))
}

export async function selectContents(
  db: Queryable,
  ids: readonly ContentId[],
): Promise<PolicyContent[]> {
  return db.query(sql`
    select id, policy_id as "policyId", first_name as "firstName", last_name as "lastName", email,
      data
    from policy_contents where id = any(${ids})`)
}

function contentsMade(contents: readonly PolicyContent[]): Part {
  return {
    name: 'contents_made',
    body: fragment`
      insert into policy_contents (id, policy_id, first_name, last_name, email, data)
      select id, "policyId", "firstName", "lastName", email, data
      from json_to_recordset(${json(contents)}::json) as c(
        id text, "policyId" text, "firstName" text, "lastName" text, email text, data jsonb)
      returning id`,
  }
}

function segmentsMade(made: readonly NewVersion[]): Part {
  const rows = made.flatMap(({ version, timeline }) =>
    timeline.segments.map(({ price, ...segment }) => ({
      ...segment,
      ...price,
      versionId: version.id,
      policyId: version.policyId,
    })),
  )
  return {
    name: 'segments_made',
    body: fragment`
      insert into policy_segments (version_id, first_day, policy_id, kind, quote_id, content_id,
        payment, tax, fee, commission)
      select "versionId", "firstDay", "policyId", kind, "quoteId", "contentId", payment, tax, fee,
        commission
      from json_to_recordset(${json(rows)}::json) as s(
        "versionId" text, "firstDay" date, "policyId" text, kind text, "quoteId" text,
        "contentId" text, payment bigint, tax bigint, fee bigint, commission bigint)
      returning version_id`,
  }
}

/** Stores the timeline of a version that was only requested so far. */
export async function updateTimeline(tx: Queryable, made: NewVersion): Promise<void> {
  const { terms, ending } = stored(made.timeline)
  const taxChanges = made.timeline.taxChanges?.map(storedTaxChange) ?? null
  await tx.query(sql`
    update policy_versions set terms = ${json(terms)}::jsonb, ending = ${json(ending)}::jsonb,
      tax_changes = ${json(taxChanges)}::jsonb
    where id = ${made.version.id} and terms is null`)
  await tx.query(combineStatements([segmentsMade([made])]))
}

/** The timeline of a version; undefined while the version is still being processed. */
export async function selectTimeline(
  db: Finder,
  versionId: PolicyVersionId,
): Promise<PolicyTimeline | undefined> {
  return (await selectTimelines(db, [versionId])).get(versionId)
}

/** On which version each of these was made; an offer on none. */
export async function selectParents(
  db: Queryable,
  versionIds: readonly PolicyVersionId[],
): Promise<ReadonlyMap<PolicyVersionId, PolicyVersionId>> {
  const rows = await db.query<{ id: PolicyVersionId; parent: PolicyVersionId }>(sql`
    select id, based_on as parent from policy_versions
    where id = any(${versionIds}) and based_on is not null`)
  return new Map(rows.map(({ id, parent }) => [id, parent]))
}

/** The same of several versions. */
export async function selectTimelines(
  db: Finder,
  versionIds: readonly PolicyVersionId[],
): Promise<ReadonlyMap<PolicyVersionId, PolicyTimeline>> {
  const [versions, segments] = await Promise.all([
    db.findAll<StoredVersion>(timelinesByIds, versionIds),
    db.findAll<StoredSegment>(segmentsByIds, versionIds),
  ])
  const segmentsOf = Map.groupBy(segments, ({ id }) => id)
  return new Map(
    versions.map(({ id, terms, ending, taxChanges }) => [
      id,
      {
        terms: terms.map(termOf),
        segments: (segmentsOf.get(id) ?? []).map(segmentOf),
        ending: ending && endingOf(ending),
        ...(taxChanges && { taxChanges: taxChanges.map(taxChangeOf) }),
      },
    ]),
  )
}

interface StoredVersion {
  readonly id: PolicyVersionId
  readonly terms: readonly StoredTerm[]
  readonly ending: StoredEnding | null
  readonly taxChanges: readonly StoredTaxChange[] | null
}

const timelinesByIds: SelectByIds = (ids) => sql`
  select id, terms, ending, tax_changes as "taxChanges"
  from policy_versions where id = any(${ids}) and terms is not null`

const segmentsByIds: SelectByIds = (ids) => sql`
  select version_id as id, first_day as "firstDay", kind, quote_id as "quoteId",
    content_id as "contentId", payment, tax, fee, commission
  from policy_segments where version_id = any(${ids}) order by version_id, first_day`

/** The version that was the active one at a moment. */
export interface KnownVersion {
  readonly id: PolicyVersionId
  readonly number: number
  readonly timeline: PolicyTimeline
}

export async function selectVersionKnown(
  db: Reader,
  policyId: PolicyId,
  knownAt: Temporal.Instant,
): Promise<KnownVersion | undefined> {
  const [version] = await db.query<{ id: PolicyVersionId; number: number }>(sql`
    select id, number from policy_versions
    where policy_id = ${policyId} and state in ('active', 'superseded')
      and coalesce(settled_at, created_at) <= ${knownAt}
    order by number desc limit 1`)
  if (version === undefined) return undefined
  const timeline = await selectTimeline(db, version.id)
  if (timeline === undefined) throw new Error(`version ${version.id} has no timeline`)
  return { ...version, timeline }
}

/** The last transaction, up to the version of this number or of all, that ended the policy on this day. */
export async function selectEndingKnown(
  db: Queryable,
  policyId: PolicyId,
  lastDay: Temporal.PlainDate,
  number: number | null,
): Promise<EndingKnown | undefined> {
  const rows = await db.query<EndingKnown>(sql`
    select details,
      coalesce((details ->> 'cancelled_at')::timestamptz, settled_at, created_at) as "settledAt"
    from policy_versions
    where policy_id = ${policyId} and state in ('active', 'superseded')
      and details ->> 'termination_date' = ${lastDay.toString()}
      and number <= coalesce(${number}::integer, number)
    order by number desc limit 1`)
  return rows[0]
}

interface EndingKnown {
  readonly details: CancellationDetails & Partial<WithdrawalDetails>
  readonly settledAt: Temporal.Instant
}

function segmentOf(stored: StoredSegment): PolicySegment {
  const { id: _, payment, tax, fee, commission, ...segment } = stored
  return { ...segment, price: { payment, tax, fee, commission } }
}

type StoredSegment = Omit<PolicySegment, 'price'> &
  PolicySegment['price'] & { readonly id: PolicyVersionId }

interface StoredTerm {
  readonly first_day: string
  readonly last_day: string | null
  readonly open_end: boolean
  readonly plan_id: PolicyTerm['planId']
  readonly frequency: PolicyTerm['frequency']
  /** Absent while the plan is the one that was sold. */
  readonly plan_changes?: readonly StoredPlanChange[]
}

interface StoredPlanChange {
  readonly first_day: string
  readonly plan_id: PlanChange['planId']
  readonly frequency: PlanChange['frequency']
}

interface StoredEnding {
  readonly last_day: string
  readonly rule: Ending['rule']
}

function stored({ terms, ending }: PolicyTimeline): {
  terms: StoredTerm[]
  ending: StoredEnding | null
} {
  return {
    terms: terms.map(({ firstDay, lastDay, isOpen, planId, frequency, planChanges }) => ({
      first_day: firstDay.toString(),
      last_day: lastDay?.toString() ?? null,
      open_end: isOpen,
      plan_id: planId,
      frequency,
      ...(planChanges && {
        plan_changes: planChanges.map((one) => ({
          first_day: one.firstDay.toString(),
          plan_id: one.planId,
          frequency: one.frequency,
        })),
      }),
    })),
    ending: ending && { last_day: ending.lastDay.toString(), rule: ending.rule },
  }
}

function termOf(stored: StoredTerm): PolicyTerm {
  const { first_day, last_day, open_end, plan_id, frequency, plan_changes } = stored
  return {
    firstDay: Temporal.PlainDate.from(first_day),
    lastDay: last_day === null ? null : Temporal.PlainDate.from(last_day),
    isOpen: open_end,
    planId: plan_id,
    frequency,
    ...(plan_changes && { planChanges: plan_changes.map(planChangeOf) }),
  }
}

function planChangeOf({ first_day, plan_id, frequency }: StoredPlanChange): PlanChange {
  return { firstDay: Temporal.PlainDate.from(first_day), planId: plan_id, frequency }
}

interface StoredTaxChange {
  readonly day: string
  readonly first_day: string
  readonly from: number
  readonly to: number
}

function storedTaxChange({ day, firstDay, from, to }: TaxChange): StoredTaxChange {
  return { day: day.toString(), first_day: firstDay.toString(), from, to }
}

function taxChangeOf({ day, first_day, from, to }: StoredTaxChange): TaxChange {
  return {
    day: Temporal.PlainDate.from(day),
    firstDay: Temporal.PlainDate.from(first_day),
    from,
    to,
  }
}

function endingOf({ last_day, rule }: StoredEnding): Ending {
  return { lastDay: Temporal.PlainDate.from(last_day), rule }
}

/** With when it became active or was given up; null until then. */
export type SettledVersion = PolicyVersion & { readonly settledAt: Temporal.Instant | null }

export async function selectPolicyVersion(
  db: Queryable,
  policyId: PolicyId,
  id: PolicyVersionId,
): Promise<SettledVersion | undefined> {
  const rows = await db.query<SettledVersion>(sql`
    select id, policy_id as "policyId", kind, state, number, based_on as "basedOn", details,
      effective_day as "effectiveDay", requested_by as "requestedBy", created_at as "createdAt",
      settled_at as "settledAt"
    from policy_versions where id = ${id} and policy_id = ${policyId}`)
  return rows[0]
}

/** The endorsement that is being made, or else the one that waits to be paid for. */
export async function selectWaitingEndorsement(
  db: Queryable,
  policyId: PolicyId,
): Promise<PolicyVersionId | null> {
  const rows = await db.query<{ id: PolicyVersionId }>(sql`
    select id from policy_versions
    where policy_id = ${policyId} and state in ('processing', 'proposed') and kind = 'endorsement'
    order by state limit 1`)
  return rows[0]?.id ?? null
}

/** All versions of a policy, oldest first. */
export async function selectPolicyVersions(
  db: Queryable,
  policyId: PolicyId,
): Promise<PolicyVersion[]> {
  return db.query<PolicyVersion>(sql`
    select id, policy_id as "policyId", kind, state, number, based_on as "basedOn", details,
      effective_day as "effectiveDay", requested_by as "requestedBy", created_at as "createdAt"
    from policy_versions where policy_id = ${policyId} order by created_at, number, id`)
}

/** A version that holds or has held, as its documents need to know it. */
export type HeldVersion = Pick<PolicyVersion, 'id' | 'kind' | 'details'> & {
  /** Of the day that the version shows; null while it has no timeline yet. */
  readonly quoteId: QuoteId | null
}

/** The newest version of each kind that holds or has held, newest first; or only that one. */
export async function selectHeldVersions(
  db: Queryable,
  policyId: PolicyId,
  only: PolicyVersionId | null = null,
): Promise<HeldVersion[]> {
  return db.query<HeldVersion>(sql`
    select id, kind, details, "quoteId" from (
      select distinct on (kind) id, kind, details, number,
        coalesce((ending ->> 'last_day')::date, effective_day) as day
      from policy_versions
      where policy_id = ${policyId} and state in ('active', 'superseded')
        and (${only}::text is null or id = ${only})
      order by kind, number desc
    ) as held left join lateral (
      select quote_id as "quoteId" from policy_segments where version_id = held.id
      -- The one that holds on the day, or the first where it lies before all of them.
      order by first_day > day, abs(first_day - day) limit 1
    ) as shown on true
    order by number desc`)
}

/** The quote of a version on a day, or of its first day where the day lies before all segments. */
export async function selectShownQuote(
  db: Queryable,
  versionId: PolicyVersionId,
  day: Temporal.PlainDate,
): Promise<QuoteId | null> {
  const rows = await db.query<{ quoteId: QuoteId }>(sql`
    select quote_id as "quoteId" from policy_segments where version_id = ${versionId}
    order by first_day > ${day}::date, abs(first_day - ${day}::date) limit 1`)
  return rows[0]?.quoteId ?? null
}

/** Makes it the active version. The previous one is retired first: only one can be active. */
export async function activateVersion(
  tx: Queryable,
  version: Pick<PolicyVersion, 'id' | 'policyId'>,
  now: Temporal.Instant,
): Promise<void> {
  await Promise.all([
    tx.query(sql`
      update policy_versions set state = 'superseded'
      where policy_id = ${version.policyId} and state = 'active'`),
    tx.query(sql`
      update policy_versions set state = 'active', settled_at = ${now} where id = ${version.id}`),
  ])
}

export async function failVersion(
  tx: Queryable,
  version: Pick<PolicyVersion, 'id'>,
  failure: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update policy_versions set state = 'failed', failure = ${failure}, settled_at = ${now}
    where id = ${version.id}`)
}

/** It waits to be paid for. */
export async function proposeVersion(
  tx: Queryable,
  version: Pick<PolicyVersion, 'id'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update policy_versions set state = 'proposed', settled_at = ${now} where id = ${version.id}`)
}

/** Ends a proposal that waited for its payment, because another version came before it. */
export async function preemptProposed(
  tx: Queryable,
  { id, policyId }: Pick<PolicyVersion, 'id' | 'policyId'>,
  now: Temporal.Instant,
): Promise<{ id: PolicyVersionId }[]> {
  return tx.query(sql`
    update policy_versions set state = 'preempted', settled_at = ${now}
    where policy_id = ${policyId} and state = 'proposed' and id <> ${id} returning id`)
}

/** False where it is no longer proposed. */
export async function lapseVersion(
  tx: Queryable,
  { policyId, versionId }: { readonly policyId: PolicyId; readonly versionId: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update policy_versions set state = 'lapsed', settled_at = ${now}
    where id = ${versionId} and policy_id = ${policyId} and state = 'proposed' returning id`)
  return rows.length === 1
}
