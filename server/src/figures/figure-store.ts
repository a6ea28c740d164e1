import {
  type Fragment,
  type Queryable,
  type Transaction,
  compose,
  equal,
  fragment,
  rows,
  sql,
} from '../database/index.ts'
import { type Caller, withinLimits } from '../identity/index.ts'
import type { DailyFigure, FigureScope, Sums } from './figure.ts'

/** Replaces the figures of a day: computing it again gives the same. */
export async function replaceDay(
  tx: Transaction,
  { insurerId, livemode }: FigureScope,
  day: Temporal.PlainDate,
  figures: readonly DailyFigure[],
): Promise<void> {
  await tx.query(sql`
    delete from daily_figures
    where insurer_id = ${insurerId} and livemode = ${livemode} and day = ${day}`)
  if (figures.length === 0) return
  await tx.query(sql`
    insert into daily_figures (insurer_id, livemode, day, product_id, distributor_id, currency,
      quotes, sold, ended, written, charged, collected, written_off, owed)
    select ${insurerId}::text, ${livemode}::boolean, ${day}::date, "productId", "distributorId", currency, quotes,
      sold, ended, written, charged, collected, "writtenOff", owed
    from json_to_recordset(${rows(figures)}::json) as figure("productId" text,
      "distributorId" text, currency text, quotes int, sold int, ended int, written bigint,
      charged bigint, collected bigint, "writtenOff" bigint, owed bigint)`)
}

export interface FigureSearch extends FigureScope {
  readonly limits: Caller['limits']
  readonly from: Temporal.PlainDate
  readonly to: Temporal.PlainDate
  readonly productId: string | null
  readonly distributorId: string | null
}

export const groupings = ['day', 'product', 'distributor'] as const
export type Grouping = (typeof groupings)[number]

const columnOf: Readonly<Record<Grouping, Fragment>> = {
  day: fragment`day`,
  product: fragment`product_id`,
  distributor: fragment`distributor_id`,
}

export interface SummedFigure extends Sums {
  readonly day: Temporal.PlainDate | null
  readonly productId: string | null
  readonly distributorId: string | null
  readonly currency: string
}

/** The sums of some days, by currency and by what is asked for, in that order. */
export function sumFigures(
  db: Queryable,
  { insurerId, livemode, limits, from, to, productId, distributorId }: FigureSearch,
  by: readonly Grouping[],
): Promise<SummedFigure[]> {
  const shown = (one: Grouping) => (by.includes(one) ? columnOf[one] : fragment`null`)
  const grouped = [...by.map((one) => columnOf[one]), fragment`currency`].reduce(
    (some, one) => fragment`${some}, ${one}`,
  )
  const where = [
    ...equal({ insurer_id: insurerId, livemode }),
    fragment`day >= ${from}`,
    fragment`day <= ${to}`,
    ...equal({ product_id: productId, distributor_id: distributorId }),
    withinLimits(limits),
  ].filter((one) => one !== null)
  return db.query<SummedFigure>(compose`
    select ${shown('day')}::date as day, ${shown('product')}::text as "productId",
      ${shown('distributor')}::text as "distributorId", currency, sum(quotes)::int as quotes,
      sum(sold)::int as sold, sum(ended)::int as ended, sum(written)::bigint as written,
      sum(charged)::bigint as charged, sum(collected)::bigint as collected,
      sum(written_off)::bigint as "writtenOff", sum(owed)::bigint as owed
    from daily_figures where ${where} group by ${grouped} order by ${grouped}`)
}

/** How far the figures of an insurer have been computed. */
export interface FigureProgress {
  /** All days before this one are computed, in this round. */
  readonly place: Temporal.PlainDate
  /** Whether every day was computed once. */
  readonly isComplete: boolean
  readonly computedAt: Temporal.Instant
}

export async function selectProgress(
  db: Queryable,
  { insurerId, livemode }: FigureScope,
): Promise<FigureProgress | undefined> {
  const [row] = await db.query<FigureProgress>(sql`
    select place, is_complete as "isComplete", computed_at as "computedAt" from figure_progress
    where insurer_id = ${insurerId} and livemode = ${livemode}`)
  return row
}

export async function upsertProgress(
  tx: Queryable,
  { insurerId, livemode }: FigureScope,
  { place, isComplete, computedAt }: FigureProgress,
): Promise<void> {
  await tx.query(sql`
    insert into figure_progress (insurer_id, livemode, place, is_complete, computed_at)
    values (${insurerId}, ${livemode}, ${place}, ${isComplete}, ${computedAt})
    on conflict (insurer_id, livemode) do update set place = excluded.place,
      is_complete = excluded.is_complete, computed_at = excluded.computed_at`)
}

/** One process computes figures at a time: the others leave. */
export async function tryToCompute(tx: Queryable): Promise<boolean> {
  const [row] = await tx.query<{ isMine: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended('daily figures', 0)) as "isMine"`)
  return row?.isMine === true
}
