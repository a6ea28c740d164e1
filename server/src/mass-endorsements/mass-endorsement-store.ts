import type { AccountId, MassEndorsementId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  json,
  searchPage,
  sql,
} from '../database/index.ts'
import type { MassEndorsement, MassEndorsementState } from './mass-endorsement.ts'

export async function insertMassEndorsement(tx: Queryable, made: MassEndorsement): Promise<void> {
  await tx.query(sql`
    insert into mass_endorsements (id, insurer_id, livemode, product_id, kind, filter,
      effective_day, change, reason, state, turns, created_at, created_by)
    values (${made.id}, ${made.insurerId}, ${made.livemode}, ${made.productId}, ${made.kind},
      ${json(made.filter)}::jsonb, ${made.effectiveDay}, ${json(made.change)}::jsonb,
      ${made.reason}, ${made.state}, ${made.turns}, ${made.createdAt},
      ${json(made.createdBy)}::jsonb)`)
}

const columns = fragment`
  id, insurer_id as "insurerId", livemode, product_id as "productId", kind, filter,
  effective_day as "effectiveDay", change, reason, state, place, turns, preview, tally,
  created_at as "createdAt", created_by as "createdBy", started_at as "startedAt",
  started_by as "startedBy", finished_at as "finishedAt"`

export async function selectMassEndorsement(
  db: Queryable,
  id: MassEndorsementId,
): Promise<MassEndorsement | undefined> {
  const [row] = await db.query<MassEndorsement>(compose`
    select ${columns} from mass_endorsements where id = ${id}`)
  return row
}

/** The same, for whoever changes its state: until the end of the transaction nobody else does. */
export async function lockMassEndorsement(
  tx: Queryable,
  id: MassEndorsementId,
): Promise<MassEndorsement | undefined> {
  const [row] = await tx.query<MassEndorsement>(compose`
    select ${columns} from mass_endorsements where id = ${id} for no key update`)
  return row
}

/** Newest first. */
export function selectMassEndorsements(
  db: Queryable,
  { insurerId, livemode }: { readonly insurerId: AccountId; readonly livemode: boolean },
  page: Page,
): Promise<PageRows<MassEndorsement>> {
  return searchPage(db, page, {
    select: fragment`select ${columns} from mass_endorsements`,
    where: equal({ insurer_id: insurerId, livemode }),
  })
}

/** Writes what moves: state, place and sums. */
export async function updateMassEndorsement(
  tx: Queryable,
  { id, state, place, turns, preview, tally, startedAt, startedBy, finishedAt }: MassEndorsement,
): Promise<void> {
  await tx.query(sql`
    update mass_endorsements set state = ${state}, place = ${place}, turns = ${turns},
      preview = ${json(preview)}::jsonb, tally = ${json(tally)}::jsonb,
      started_at = ${startedAt}, started_by = ${json(startedBy)}::jsonb,
      finished_at = ${finishedAt}
    where id = ${id}`)
}

export async function selectMassState(
  db: Queryable,
  id: MassEndorsementId,
): Promise<MassEndorsementState | undefined> {
  const [row] = await db.query<{ state: MassEndorsementState }>(sql`
    select state from mass_endorsements where id = ${id}`)
  return row?.state
}

/** Those that a job is to go on with. */
export async function selectAtWork(db: Queryable): Promise<{ readonly id: MassEndorsementId }[]> {
  return db.query(sql`
    select id from mass_endorsements where state in ('previewing', 'running') order by id`)
}
