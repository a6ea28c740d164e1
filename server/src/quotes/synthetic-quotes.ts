import type {
  AccountId,
  IntegrationId,
  IntegrationVersionId,
  ItemId,
  PlanId,
  PricingLogicId,
  PricingRevisionId,
  ProductId,
  ProductVersionId,
} from '../kernel/index.ts'
import { type Database, type Queryable, json, sql, tidyTable } from '../database/index.ts'

/** What one sale of a synthetic book is made on. */
export interface BookTerms {
  readonly distributor_id: AccountId
  readonly product_id: ProductId
  readonly product_version_id: ProductVersionId
  readonly item_id: ItemId
  readonly plan_id: PlanId
  readonly integration_id: IntegrationId
  readonly integration_version_id: IntegrationVersionId
  readonly pricing_logic_id: PricingLogicId
  readonly pricing_revision_id: PricingRevisionId
  readonly currency: string
  readonly time_zone: string
}

/**
 * A part of a synthetic book, for measuring: sale number n is the same wherever it is made. One was
 * made every half minute from the year 2000 on, long before any real one.
 */
export interface BookSlice {
  readonly insurerId: AccountId
  readonly from: number
  readonly count: number
  readonly terms: readonly BookTerms[]
}

/** Nobody can redeem them: no token has such a hash. */
export async function insertSyntheticQuotes(tx: Queryable, slice: BookSlice): Promise<void> {
  const { insurerId, from, count, terms } = slice
  await tx.query(sql`
    insert into quotes (id, secret_hash, livemode, insurer_id, distributor_id, product_id,
      product_version_id, item_id, plan_id, integration_id, integration_version_id,
      pricing_logic_id, pricing_revision_id, customer_input, premium, gross_payment_amount,
      currency, quoted_on, duration_strategy, start_day, created_at, expires_at)
    select 'qu_' || stamp || repeat('0', 16), '', false, ${insurerId}, distributor_id, product_id,
      product_version_id, item_id, plan_id, integration_id, integration_version_id,
      pricing_logic_id, pricing_revision_id, '{}', '{}', 10000 + n % 90000,
      currency, made_at::date, 'fixed_start', made_at::date + 30, made_at, made_at + interval '30 days'
    from generate_series(${from}::int, ${from + count - 1}::int) as n
      cross join lateral (select
        lpad(to_hex(946684800000 + n::bigint * 30000), 12, '0') as stamp,
        to_timestamp(946684800 + n::bigint * 30) as made_at) as moment
      join (select (at - 1)::int as place, term.* from jsonb_array_elements(${json(terms)}::jsonb)
        with ordinality as list (one, at),
        jsonb_to_record(one) as term (distributor_id text, product_id text,
          product_version_id text, item_id text, plan_id text, integration_id text,
          integration_version_id text, pricing_logic_id text, pricing_revision_id text,
          currency text)) as terms
        on place = n % ${terms.length}::int
    on conflict do nothing`)
}

/** For the searches that follow. */
export async function tidyQuotes(db: Database): Promise<void> {
  await tidyTable(db, 'quotes')
}
