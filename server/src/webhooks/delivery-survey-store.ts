import { type Queryable, sql } from '../database/index.ts'
import type { DeliverySurvey } from './survey-deliveries.ts'

/** Failures are counted up to here: beyond, only their being very many matters. */
const countedMax = 100_000

export async function countDeliveries(
  db: Queryable,
): Promise<Pick<DeliverySurvey, 'deliveriesFailed' | 'deliveriesParked'>> {
  const [row] = await db.query<Pick<DeliverySurvey, 'deliveriesFailed' | 'deliveriesParked'>>(sql`
    select (select count(*) from (
        select from webhook_deliveries where state = 'waiting' limit ${countedMax}) as waiting
      )::int as "deliveriesFailed",
      (select count(*) from (
        select from webhook_deliveries where state = 'parked' limit ${countedMax}) as parked
      )::int as "deliveriesParked"`)
  if (row === undefined) throw new Error('a count has a row')
  return row
}
