import type { MassEndorsementId, NextTermEndorsementId, PolicyId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, json, sql } from '../database/index.ts'
import type { MassEndorsement, MassOutcome, MassResult } from './mass-endorsement.ts'

/** One for each policy: what waited is decided now, what was decided stays. */
export async function upsertResult(
  tx: Queryable,
  result: MassResult,
  now: Temporal.Instant,
): Promise<void> {
  const { massEndorsementId, policyId, outcome, code, versionId, nextTermEndorsementId, price } =
    result
  await tx.query(sql`
    insert into mass_endorsement_results as held (mass_endorsement_id, policy_id, outcome, code,
      version_id, next_term_endorsement_id, price, settled_at)
    values (${massEndorsementId}, ${policyId}, ${outcome}, ${code}, ${versionId},
      ${nextTermEndorsementId}, ${json(price)}::jsonb, ${now})
    on conflict (mass_endorsement_id, policy_id) do update set outcome = excluded.outcome,
      code = excluded.code, version_id = excluded.version_id,
      next_term_endorsement_id = excluded.next_term_endorsement_id, price = excluded.price,
      settled_at = excluded.settled_at
    where held.outcome = 'waiting'`)
}

const columns = fragment`
  mass_endorsement_id as "massEndorsementId", policy_id as "policyId", outcome, code,
  version_id as "versionId",
  next_term_endorsement_id as "nextTermEndorsementId", price`

export async function selectResult(
  db: Queryable,
  id: MassEndorsementId,
  policyId: PolicyId,
): Promise<MassResult | undefined> {
  const [row] = await db.query<MassResult>(compose`
    select ${columns} from mass_endorsement_results
    where mass_endorsement_id = ${id} and policy_id = ${policyId}`)
  return row
}

export interface ResultPage {
  readonly massEndorsementId: MassEndorsementId
  readonly outcome: MassOutcome | null
  readonly after: string | null
  readonly limit: number
}

/** The next results, by policy. */
export async function selectResults(
  db: Queryable,
  { massEndorsementId, outcome, after, limit }: ResultPage,
): Promise<MassResult[]> {
  return db.query<MassResult>(compose`
    select ${columns} from mass_endorsement_results
    where mass_endorsement_id = ${massEndorsementId} and policy_id > ${after ?? ''}
      and outcome = coalesce(${outcome}::text, outcome)
    order by policy_id limit ${limit}`)
}

/** A rise of an answer by an index, of a policy. */
export interface EarlierRise {
  readonly firstDay: Temporal.PlainDate
  readonly nextTermEndorsementId: NextTermEndorsementId | null
}

/** What other indexations of the product have raised the answer of a policy. */
export async function selectEarlierRises(
  db: Queryable,
  { id, insurerId, productId }: MassEndorsement,
  answer: string,
  policyId: PolicyId,
): Promise<EarlierRise[]> {
  return db.query<EarlierRise>(sql`
    select (r.price ->> 'firstDay')::date as "firstDay",
      r.next_term_endorsement_id as "nextTermEndorsementId"
    from mass_endorsements m
      join mass_endorsement_results r on r.mass_endorsement_id = m.id and r.policy_id = ${policyId}
    where m.insurer_id = ${insurerId} and m.product_id = ${productId} and m.kind = 'indexation'
      and m.change ->> 'answer' = ${answer} and m.id <> ${id} and r.outcome = 'applied'`)
}
