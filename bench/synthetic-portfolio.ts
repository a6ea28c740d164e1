import pg from 'pg'

/** A size at which the database keeps up with what is written, without long transactions. */
const partPolicies = 10_000
/** One part is written while the other waits for the disk. */
const writers = 2

/**
 * Fills an empty database with sales to measure on, over connections of its own. Sale number n is
 * the same wherever it is made: one every half minute from the year 2000 on, long before any real
 * one. Of twenty, one was never paid; of fifty, one was cancelled; the others are in force.
 */
export async function loadSyntheticPortfolio(
  connection: pg.ClientConfig,
  policies: number,
): Promise<void> {
  let next = 0
  const write = async () => {
    const client = new pg.Client(connection)
    await client.connect()
    try {
      await client.query(salesOnOffer)
      for (let from = next; from < policies; from = next) {
        next += partPolicies
        await insertPart(client, [from, Math.min(from + partPolicies, policies) - 1])
      }
    } finally {
      await client.end()
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  await tidy(connection)
}

/** The policy of sale number n. */
export function syntheticPolicy(n: number): string {
  const stamp = (946_684_800_000 + n * 30_000).toString(16).padStart(12, '0')
  return `tpol_${stamp}${'0'.repeat(16)}`
}

/**
 * Makes so many of the newest rows say what no longer holds, half of them because another customer
 * holds the policy and half because it has ended, as between midnight and the run that writes it down.
 */
export async function outdate(connection: pg.ClientConfig, policies: number): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('create temporary table chosen as ' + newestPaid, [policies])
    for (const statement of [insertContents, insertSegments, updateHeld, updateEnded]) {
      await client.query(statement)
    }
    await client.query('analyze policies')
  } finally {
    await client.end()
  }
}

const newestPaid = `
  select id, version_id, quote_id, row_number() over (order by id) % 2 = 0 as has_ended
  from policies where status = 'paid' order by id desc limit $1`

const insertContents = `
  insert into policy_contents (id, policy_id, first_name, last_name, email, data)
  select 'pco_' || substr(id, 6), id, 'Changed', 'Name', 'changed-' || id || '@example.com', '{}'
  from chosen where not has_ended`

const insertSegments = `
  insert into policy_segments (version_id, first_day, policy_id, kind, quote_id, content_id,
    payment, tax, fee, commission)
  select version_id, date '2000-01-01', id, 'cover', quote_id, 'pco_' || substr(id, 6), 1, 0, 0, 0
  from chosen where not has_ended`

const updateHeld = `
  update policies set holds_until = now() - interval '1 hour'
  where id in (select id from chosen where not has_ended)`

const updateEnded = `
  update policies set end_day = current_date - 2
  where id in (select id from chosen where has_ended)`

async function insertPart(client: pg.Client, numbers: readonly [number, number]): Promise<void> {
  await client.query('begin')
  for (const statement of [insertQuotes, insertPolicies, insertVersions, insertPayments]) {
    await client.query(statement, [...numbers])
  }
  await client.query('commit')
}

/** Leaves the tables as the database's own upkeep leaves them in time, so that searches are planned well. */
async function tidy(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const table of ['quotes', 'policies', 'payments']) {
      await client.query(`vacuum (analyze) ${table}`)
    }
  } finally {
    await client.end()
  }
}

/** Every integration of every product on sale, so that all filters find something. */
const salesOnOffer = `
  create temporary table offered as
  select (row_number() over (order by integration.id) - 1)::int as place,
    count(*) over ()::int as offers, product.insurer_id, integration.distributor_id,
    product.id as product_id, version.id as product_version_id, item.item_id,
    plan.id as plan_id, integration.id as integration_id,
    integration.live_version_id as integration_version_id, revision.pricing_logic_id,
    revision.id as pricing_revision_id, version.definition ->> 'currency' as currency,
    version.definition ->> 'timeZone' as time_zone
  from products product
    join product_versions version on version.id = product.live_version_id
    join integrations integration on integration.product_id = product.id
      and integration.live_version_id is not null
    join lateral (select * from product_version_items
      where product_version_id = version.id order by item_id limit 1) item on true
    join pricing_revisions revision on revision.id = item.pricing_revision_id
    join lateral (select id from payment_plans
      where product_id = product.id order by id limit 1) plan on true`

/** The sales from one number to another, each with its moment and with what it was made on. */
const sales = `
  generate_series($1::int, $2::int) as n
    cross join lateral (select lpad(to_hex(946684800000 + n::bigint * 30000), 12, '0') as stamp,
      to_timestamp(946684800 + n::bigint * 30) as made_at) as moment
    join offered on place = n % offers`

/** Nobody can redeem them: no token has such a hash. */
const insertQuotes = `
  insert into quotes (id, secret_hash, livemode, insurer_id, distributor_id, product_id,
    product_version_id, item_id, plan_id, integration_id, integration_version_id,
    pricing_logic_id, pricing_revision_id, customer_input, premium, gross_payment_amount,
    currency, quoted_on, duration_strategy, start_day, created_at, expires_at)
  select 'qu_' || stamp || repeat('0', 16), '', false, insurer_id, distributor_id, product_id,
    product_version_id, item_id, plan_id, integration_id, integration_version_id,
    pricing_logic_id, pricing_revision_id, '{}', '{}', 10000 + n % 90000, currency,
    made_at::date, 'fixed_start', made_at::date + 30, made_at, made_at + interval '30 days'
  from ${sales}`

const insertPolicies = `
  insert into policies (id, version_id, status, livemode, insurer_id, distributor_id,
    product_id, product_version_id, item_id, plan_id, integration_id, integration_version_id,
    customer_id, quote_id, insurer_policy_id, first_name, last_name, email, language, currency,
    time_zone, flow, gross_payment_amount, data, quote, metadata, media, payment_token_hash,
    asset_token_hash, contains_sensitive_data, start_day, offer_expires_at, created_at, issued_at,
    cancelled_at)
  select 'tpol_' || stamp || repeat('0', 16), 'tpv_' || stamp || repeat('0', 16), status, false,
    insurer_id, distributor_id, product_id, product_version_id, item_id, plan_id,
    integration_id, integration_version_id, 'tcu_' || stamp || repeat('0', 16),
    'qu_' || stamp || repeat('0', 16), 'BEN-' || lpad(n::text, 8, '0'), 'First' || n % 97,
    'Name' || n::bigint * 48271 % 50000, 'person' || n || '@example.com', 'en', currency,
    time_zone, 'standard', 10000 + n % 90000, '{}', '{}', '{}', '[]', sha256(''), sha256(''), false,
    made_at::date + 30, made_at + interval '30 days', made_at,
    case when status <> 'expired' then made_at end,
    case when status = 'cancelled' then made_at + interval '60 days' end
  from ${sales}
    cross join lateral (select case when n % 20 = 0 then 'expired'
      when n % 50 = 1 then 'cancelled' else 'paid' end as status) as outcome`

const insertVersions = `
  insert into policy_versions (id, policy_id, kind, state, number, details, effective_day, terms,
    created_at, settled_at)
  select 'tpv_' || stamp || repeat('0', 16), 'tpol_' || stamp || repeat('0', 16), 'offer',
    'active', 1, '{}', made_at::date + 30, '[]', made_at, made_at
  from ${sales}`

/** One for each policy that was ever paid. */
const insertPayments = `
  insert into payments (id, policy_id, livemode, insurer_id, distributor_id, product_id,
    customer_id, first_name, last_name, provider, method, status, amount, currency,
    created_at, processed_at)
  select 't' || stamp || repeat('0', 20), 'tpol_' || stamp || repeat('0', 16), false,
    insurer_id, distributor_id, product_id, 'tcu_' || stamp || repeat('0', 16),
    'First' || n % 97, 'Name' || n::bigint * 48271 % 50000, 'invoice', 'invoice', 'ok',
    10000 + n % 90000, currency, made_at, made_at
  from ${sales}
  where n % 20 <> 0`
