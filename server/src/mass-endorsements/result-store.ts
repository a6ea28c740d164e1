import type { MassEndorsementId, PolicyId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, json, sql } from '../database/index.ts'
import type { MassOutcome, MassResult } from './mass-endorsement.ts'

/** One for each policy: what waited is decided now, what was decided stays. */
export async function upsertResult(
  tx: Queryable,
  result: MassResult,
  now: Temporal.Instant,
): Promise<void> {
  const { massEndorsementId, policyId, outcome, code, versionId, price } = result
  await tx.query(sql`
    insert into mass_endorsement_results as held (mass_endorsement_id, policy_id, outcome, code,
      version_id, price, settled_at)
    values (${massEndorsementId}, ${policyId}, ${outcome}, ${code}, ${versionId},
      ${json(price)}::jsonb, ${now})
    on conflict (mass_endorsement_id, policy_id) do update set outcome = excluded.outcome,
      code = excluded.code, version_id = excluded.version_id, price = excluded.price,
      settled_at = excluded.settled_at
    where held.outcome = 'waiting'`)
}

const columns = fragment`
  mass_endorsement_id as "massEndorsementId", policy_id as "policyId", outcome, code,
  version_id as "versionId", price`

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
