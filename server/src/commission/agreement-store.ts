import type { AccountId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../database/index.ts'
import type { CommissionAgreement } from './agreement.ts'

const columns = fragment`
  id, insurer_id as "insurerId", distributor_id as "distributorId", first_day as "firstDay", earned,
  liability_months as "liabilityMonths", payout, created_at as "createdAt"`

type Parties = Pick<CommissionAgreement, 'insurerId' | 'distributorId'>

/** Agreements of the same two are made one after the other. */
export async function lockAgreements(
  tx: Queryable,
  { insurerId, distributorId }: Parties,
): Promise<void> {
  const name = `commission agreements ${insurerId} ${distributorId}`
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 83))`)
}

export async function insertAgreement(tx: Queryable, made: CommissionAgreement): Promise<void> {
  await tx.query(sql`
    insert into commission_agreements (id, insurer_id, distributor_id, first_day, earned,
      liability_months, payout, created_at)
    values (${made.id}, ${made.insurerId}, ${made.distributorId}, ${made.firstDay}, ${made.earned},
      ${made.liabilityMonths}, ${made.payout}, ${made.createdAt})`)
}

/** Newest first. */
export async function selectAgreements(
  db: Queryable,
  { insurerId, distributorId }: Parties,
): Promise<CommissionAgreement[]> {
  return db.query<CommissionAgreement>(compose`
    select ${columns} from commission_agreements
    where insurer_id = ${insurerId} and distributor_id = ${distributorId}
    order by first_day desc`)
}

/** All agreements with some distributors. */
export async function selectAgreementsWith(
  db: Queryable,
  distributorIds: readonly AccountId[],
): Promise<CommissionAgreement[]> {
  return db.query<CommissionAgreement>(compose`
    select ${columns} from commission_agreements where distributor_id = any(${distributorIds})
    order by distributor_id, first_day`)
}

export async function selectAgreement(
  db: Queryable,
  id: CommissionAgreement['id'],
): Promise<CommissionAgreement | undefined> {
  const [found] = await db.query<CommissionAgreement>(compose`
    select ${columns} from commission_agreements where id = ${id}`)
  return found
}
