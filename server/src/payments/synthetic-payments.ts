import { type Database, type Queryable, sql, tidyTable } from '../database/index.ts'
import type { BookSlice } from '../quotes/index.ts'

/** One for each synthetic policy that was ever paid. */
export async function insertSyntheticPayments(tx: Queryable, slice: BookSlice): Promise<void> {
  const { insurerId, from, count, terms } = slice
  const distributors = terms.map((one) => one.distributor_id)
  const products = terms.map((one) => one.product_id)
  const currencies = terms.map((one) => one.currency)
  await tx.query(sql`
    insert into payments (id, policy_id, livemode, insurer_id, distributor_id, product_id,
      customer_id, first_name, last_name, provider, method, status, amount, currency, token,
      created_at, processed_at)
    select 't' || stamp || repeat('0', 20), 'tpol_' || stamp || repeat('0', 16), false,
      ${insurerId}, (${distributors}::text[])[n % ${terms.length}::int + 1],
      (${products}::text[])[n % ${terms.length}::int + 1],
      'tcu_' || stamp || repeat('0', 16), 'First' || n % 97,
      'Name' || n::bigint * 48271 % 50000, 'invoice', 'invoice', 'ok', 10000 + n % 90000,
      (${currencies}::text[])[n % ${terms.length}::int + 1], '', made_at, made_at
    from generate_series(${from}::int, ${from + count - 1}::int) as n
      cross join lateral (select
        lpad(to_hex(946684800000 + n::bigint * 30000), 12, '0') as stamp,
        to_timestamp(946684800 + n::bigint * 30) as made_at) as moment
    where n % 20 <> 0
    on conflict do nothing`)
}

/** For the searches that follow. */
export async function tidyPayments(db: Database): Promise<void> {
  await tidyTable(db, 'payments')
}
