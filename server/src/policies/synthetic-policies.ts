import { type Database, type Queryable, json, sql, tidyTable } from '../database/index.ts'
import type { BookSlice } from '../quotes/index.ts'

/** Ids of synthetic policies are below this one, those of all others above: it is of the year 2010. */
const firstRealId = 'tpol_0125e72e7800'

export async function hasRealPolicies(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`
    select from policies where id >= ${firstRealId} order by id desc limit 1`)
  return rows.length > 0
}

/** Of twenty, one was never paid; of fifty, one was cancelled; the others are in force. */
export async function insertSyntheticPolicies(tx: Queryable, slice: BookSlice): Promise<number> {
  const { insurerId, from, count, terms } = slice
  const rows = await tx.query<{ inserted: number }>(sql`
    with made as (
      insert into policies (id, version_id, status, livemode, insurer_id, distributor_id,
        product_id, product_version_id, item_id, plan_id, integration_id, integration_version_id,
        customer_id, quote_id, insurer_policy_id, first_name, last_name, email, language, currency,
        time_zone, flow, gross_payment_amount, data, quote, metadata, media, payment_token,
        asset_token, contains_sensitive_data, start_day, offer_expires_at, created_at, issued_at,
        cancelled_at)
      select 'tpol_' || stamp || repeat('0', 16), 'tpv_' || stamp || repeat('0', 16), status, false,
        ${insurerId}, distributor_id, product_id, product_version_id, item_id, plan_id,
        integration_id, integration_version_id, 'tcu_' || stamp || repeat('0', 16),
        'qu_' || stamp || repeat('0', 16), 'BEN-' || lpad(n::text, 8, '0'), 'First' || n % 97,
        'Name' || n::bigint * 48271 % 50000, 'person' || n || '@example.com', 'en', currency,
        time_zone, 'standard', 10000 + n % 90000, '{}', '{}', '{}', '[]', '', '', false,
        made_at::date + 30, made_at + interval '30 days', made_at,
        case when status <> 'expired' then made_at end,
        case when status = 'cancelled' then made_at + interval '60 days' end
      from generate_series(${from}::int, ${from + count - 1}::int) as n
        cross join lateral (select
          lpad(to_hex(946684800000 + n::bigint * 30000), 12, '0') as stamp,
          to_timestamp(946684800 + n::bigint * 30) as made_at,
          case when n % 20 = 0 then 'expired' when n % 50 = 1 then 'cancelled' else 'paid' end
            as status) as sale
        join (select (at - 1)::int as place, term.* from jsonb_array_elements(${json(terms)}::jsonb)
          with ordinality as list (one, at),
          jsonb_to_record(one) as term (distributor_id text, product_id text,
            product_version_id text, item_id text, plan_id text, integration_id text,
            integration_version_id text, currency text, time_zone text)) as terms
          on place = n % ${terms.length}::int
      on conflict do nothing
      returning id, version_id, created_at
    ), versions as (
      insert into policy_versions (id, policy_id, kind, state, change, created_at, settled_at)
      select version_id, id, 'offer', 'active', '{}', created_at, created_at from made
    )
    select count(*)::int as inserted from made`)
  return rows[0]?.inserted ?? 0
}

/** For the searches that follow. */
export async function tidyPolicies(db: Database): Promise<void> {
  await tidyTable(db, 'policies')
}
