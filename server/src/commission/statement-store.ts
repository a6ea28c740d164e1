import type { AccountId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  given,
  searchPage,
  sql,
} from '../database/index.ts'
import { type Caller, column, withinLimits } from '../identity/index.ts'
import type { CommissionScope } from './entry-store.ts'
import type { CommissionStatement, StatementState } from './statement.ts'

const columns = fragment`
  id, insurer_id as "insurerId", distributor_id as "distributorId", livemode, currency, month,
  last_day as "lastDay", carried_forward as "carriedForward", earned, clawed_back as "clawedBack",
  entries, payout, created_at as "createdAt", done_at as "doneAt", done_on as "doneOn", reference`

interface StoredStatement extends Omit<CommissionStatement, 'done'> {
  readonly doneAt: Temporal.Instant | null
  readonly doneOn: Temporal.PlainDate | null
  readonly reference: string | null
}

function statementOf({
  doneAt,
  doneOn,
  reference,
  ...statement
}: StoredStatement): CommissionStatement {
  if (doneAt === null || doneOn === null || reference === null) return { ...statement, done: null }
  return { ...statement, done: { at: doneAt, on: doneOn, reference } }
}

type Parties = Pick<CommissionScope, 'insurerId' | 'distributorId' | 'livemode'>

const lockName = ({ insurerId, distributorId, livemode }: Parties) =>
  `commission ${insurerId} ${distributorId} ${livemode}`

/** Waits for all who post commission of a distributor, and lets nobody do so until the transaction ends. */
export async function lockCommission(tx: Queryable, parties: Parties): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${lockName(parties)}, 83))`)
}

/** Lets nobody make a statement of a distributor until the transaction ends. */
export async function shareCommission(tx: Queryable, parties: Parties): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${lockName(parties)}, 83))`)
}

export async function insertStatement(tx: Queryable, made: CommissionStatement): Promise<void> {
  await tx.query(sql`
    insert into commission_statements (id, insurer_id, distributor_id, livemode, currency, month,
      last_day, carried_forward, earned, clawed_back, entries, payout, created_at)
    values (${made.id}, ${made.insurerId}, ${made.distributorId}, ${made.livemode},
      ${made.currency}, ${made.month}, ${made.lastDay}, ${made.carriedForward}, ${made.earned},
      ${made.clawedBack}, ${made.entries}, ${made.payout}, ${made.createdAt})`)
}

/** False where somebody else has done it. */
export async function updateDone(
  tx: Queryable,
  { id }: Pick<CommissionStatement, 'id'>,
  { at, on, reference }: NonNullable<CommissionStatement['done']>,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update commission_statements set done_at = ${at}, done_on = ${on}, reference = ${reference}
    where id = ${id} and done_at is null returning id`)
  return rows.length > 0
}

export async function selectStatement(
  db: Queryable,
  id: string,
): Promise<CommissionStatement | undefined> {
  const [row] = await db.query<StoredStatement>(compose`
    select ${columns} from commission_statements where id = ${id}`)
  return row && statementOf(row)
}

export async function selectLastStatement(
  db: Queryable,
  { insurerId, distributorId, livemode, currency }: CommissionScope,
): Promise<CommissionStatement | undefined> {
  const [row] = await db.query<StoredStatement>(compose`
    select ${columns} from commission_statements
    where insurer_id = ${insurerId} and distributor_id = ${distributorId}
      and livemode = ${livemode} and currency = ${currency}
    order by month desc limit 1`)
  return row && statementOf(row)
}

/** The one before: its entries end where those of a statement begin. */
export async function selectStatementBefore(
  db: Queryable,
  { insurerId, distributorId, livemode, currency, month }: CommissionStatement,
): Promise<CommissionStatement | undefined> {
  const [row] = await db.query<StoredStatement>(compose`
    select ${columns} from commission_statements
    where insurer_id = ${insurerId} and distributor_id = ${distributorId}
      and livemode = ${livemode} and currency = ${currency} and month < ${month}::date
    order by month desc limit 1`)
  return row && statementOf(row)
}

export interface StatementSearch {
  readonly owner: 'insurer' | 'distributor'
  readonly accountId: AccountId
  readonly livemode: boolean
  readonly limits: Caller['limits']
  readonly distributorId: string | null
  readonly month: Temporal.PlainDate | null
  readonly state: StatementState | null
}

/** Newest first. */
export async function searchStatements(
  db: Queryable,
  wanted: StatementSearch,
  page: Page,
): Promise<PageRows<CommissionStatement>> {
  const found = await searchPage<StoredStatement>(db, page, {
    select: fragment`select ${columns} from commission_statements`,
    where: [
      wanted.owner === 'insurer'
        ? fragment`insurer_id = ${wanted.accountId}`
        : fragment`distributor_id = ${wanted.accountId}`,
      ...equal({ livemode: wanted.livemode }),
      given(wanted.distributorId, (id) => fragment`distributor_id = ${id}`),
      given(wanted.month, (day) => fragment`month = ${day}::date`),
      given(wanted.state, (state) => {
        switch (state) {
          case 'carried_forward':
            return fragment`carried_forward + earned + clawed_back <= 0`
          case 'done':
            return fragment`done_at is not null`
          case 'open':
            return fragment`(done_at is null and carried_forward + earned + clawed_back > 0)`
        }
      }),
      withinLimits(wanted.limits, { ...ofDistributor }),
    ],
  })
  return { ...found, rows: found.rows.map(statementOf) }
}

const ofDistributor = { product: () => fragment`false`, distributor: column('distributor_id') }

/** Distributors that have entries up to a day which are in no statement yet. */
export async function selectUnstated(
  db: Queryable,
  upTo: Temporal.PlainDate,
  rowsMax: number,
): Promise<CommissionScope[]> {
  return db.query<CommissionScope>(sql`
    select a.insurer_id as "insurerId", a.distributor_id as "distributorId", m.livemode,
      found.currency
    from (select distinct insurer_id, distributor_id from commission_agreements) a
    cross join (values (true), (false)) as m(livemode)
    cross join lateral (
      select distinct e.currency from commission_entries e
      where e.distributor_id = a.distributor_id and e.insurer_id = a.insurer_id
        and e.livemode = m.livemode and e.booking_day <= ${upTo}::date
        and e.booking_day > coalesce((
          select max(s.last_day) from commission_statements s
          where s.insurer_id = e.insurer_id and s.distributor_id = e.distributor_id
            and s.livemode = e.livemode and s.currency = e.currency), '-infinity')) as found
    order by 1, 2, 3, 4 limit ${rowsMax}`)
}

/** Up to which position of the event feed commission was computed. */
export async function selectFeedPosition(db: Queryable): Promise<number> {
  const [row] = await db.query<{ position: number }>(sql`select position from commission_feed`)
  if (row === undefined) throw new Error('the position of commission in the feed is gone')
  return row.position
}

/** False where somebody else has moved it. */
export async function updateFeedPosition(
  db: Queryable,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const rows = await db.query(sql`
    update commission_feed set position = ${to} where position = ${from} returning position`)
  return rows.length > 0
}
