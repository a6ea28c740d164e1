import {
  bikeAnswers,
  bikeTariff,
  plainBikePrice,
} from '@bindery/server/test/builders/bike-tariff.ts'
import pg from 'pg'

const partPolicies = 5_000
const writers = 2

/** What every policy of the portfolio was sold on. */
export interface SoldOn {
  readonly productId: string
  readonly itemId: string
  readonly integrationId: string
  readonly plans: Readonly<Record<'once' | 'monthly', string>>
}

/**
 * Fills a database with bikes in force, each with answers of its own and with the very premium that the
 * tariff asks for them. Policy number n is the same wherever it is made.
 */
export async function loadPricedPortfolio(
  connection: pg.ClientConfig,
  sold: SoldOn,
  policies: number,
): Promise<void> {
  const soldOn = Temporal.Now.plainDateISO('UTC').subtract({ days: 60 })
  let next = 0
  const write = async () => {
    const client = new pg.Client(connection)
    await client.connect()
    try {
      for (let from = next; from < policies; from = next) {
        next += partPolicies
        const rows = rowsOf(from, Math.min(from + partPolicies, policies), soldOn)
        const parameters = [
          JSON.stringify(rows),
          sold.productId,
          sold.itemId,
          sold.integrationId,
          sold.plans.once,
          sold.plans.monthly,
          soldOn.toString(),
        ]
        await client.query('begin')
        await client.query(insertQuotes, parameters)
        await client.query(insertPolicies, parameters)
        await client.query('commit')
      }
    } finally {
      await client.end()
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
}

/** The number of a policy, from the number in its name. */
export function numberOf(policyNumber: string): number {
  return Number(policyNumber.slice('BIKE-'.length))
}

export function answersOf(number: number) {
  return bikeAnswers(number, Temporal.Now.plainDateISO('UTC').subtract({ days: 60 }))
}

function rowsOf(from: number, until: number, soldOn: Temporal.PlainDate) {
  return Array.from({ length: until - from }, (_, at) => {
    const number = from + at
    const answers = bikeAnswers(number, soldOn)
    const price = plainBikePrice(bikeTariff, answers)
    if (price.outcome !== 'priced') throw new Error(`policy ${number} could not have been sold`)
    return {
      n: number,
      answers,
      monthly: answers.payment === 'monthly',
      start_day: answers.start_date,
      gross: price.payment,
      cycles: answers.payment === 'monthly' ? 12 : 1,
    }
  })
}

/** Policies of one millisecond each, long before any real one. */
const rows = `
  json_to_recordset($1::json) as r(n int, answers jsonb, monthly boolean, start_day date,
    gross bigint, cycles int)
    cross join lateral (
      select lpad(to_hex(1262304000000 + n), 12, '0') || repeat('0', 16) as stamp,
        case when monthly then $6::text else $5::text end as plan_id,
        ($7::date + time '09:00') at time zone 'Europe/Zurich' as made_at) as moment
    cross join lateral (
      select p.insurer_id, p.live_version_id, i.distributor_id, i.live_version_id as in_version_id,
        v.definition ->> 'currency' as currency, r2.id as revision_id, r2.pricing_logic_id
      from products p join integrations i on i.id = $4::text
        join product_versions v on v.id = p.live_version_id
        join product_version_items vi on vi.product_version_id = v.id and vi.item_id = $3::text
        join pricing_revisions r2 on r2.id = vi.pricing_revision_id
      where p.id = $2::text) as sold`

const premium = `jsonb_build_object('grossPaymentAmount', gross, 'grossPremium', gross,
  'premiumTax', 0, 'netPremium', gross, 'netNetPremium', gross, 'netCommissionTotal', 0,
  'taxRate', 0.05, 'billingCycles', cycles, 'durationStrategy', 'start_plus_duration',
  'policyStartDate', start_day, 'policyEndDate', null, 'policyDuration', 'P1Y', 'flow', null,
  'extra', '{}'::jsonb)`

const insertQuotes = `
  insert into quotes (id, secret_hash, livemode, insurer_id, distributor_id, product_id,
    product_version_id, item_id, plan_id, integration_id, integration_version_id,
    pricing_logic_id, pricing_revision_id, customer_input, premium, gross_payment_amount,
    currency, quoted_on, duration_strategy, start_day, end_day, created_at, expires_at)
  select 'qu_' || stamp, '', false, insurer_id, distributor_id, $2, live_version_id, $3, plan_id, $4,
    in_version_id, pricing_logic_id, revision_id, answers, ${premium}, gross, currency, $7::date,
    'start_plus_duration', start_day, start_day + 364, made_at, made_at + interval '14 days'
  from ${rows}`

const insertPolicies = `
  insert into policies (id, version_id, status, livemode, insurer_id, distributor_id,
    product_id, product_version_id, item_id, plan_id, integration_id, integration_version_id,
    customer_id, quote_id, insurer_policy_id, first_name, last_name, email, language, currency,
    time_zone, flow, gross_payment_amount, data, quote, metadata, media, payment_token_hash,
    asset_token_hash, contains_sensitive_data, start_day, end_day, offer_expires_at, created_at,
    issued_at)
  select 'tpol_' || stamp, 'tpv_' || stamp, 'paid', false, insurer_id, distributor_id, $2,
    live_version_id, $3, plan_id, $4, in_version_id, 'tcu_' || stamp, 'qu_' || stamp,
    'BIKE-' || lpad(n::text, 8, '0'), 'First' || n % 97, 'Name' || n % 50000,
    'person' || n || '@example.com', 'de', currency, 'Europe/Zurich', 'standard', gross, '{}', '{}',
    '{}', '[]', sha256(''), sha256(''), false, start_day, start_day + 364,
    made_at + interval '14 days', made_at, made_at
  from ${rows}`
