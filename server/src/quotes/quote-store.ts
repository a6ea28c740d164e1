import type { QuoteId } from '../kernel/index.ts'
import {
  type Database,
  type Finder,
  type Fragment,
  type Part,
  type Queryable,
  type SelectByIds,
  combineStatements,
  fragment,
  groupCommit,
  json,
  sql,
} from '../database/index.ts'
import type { DurationStrategy } from '../pricing/index.ts'
import {
  type ReplayRecord,
  reservationRefusal,
  reservationsCompleted,
} from '../idempotency/index.ts'
import type { Quote, EndorsementOfQuote } from './quote.ts'
import type { RecentQuotes } from './recent-quotes.ts'

export interface NewQuote {
  readonly quote: Quote
  readonly secretHash: Buffer
}

/** Saves a quote, and with it the record that completes the reservation of its request. */
export type SaveQuote = (quote: NewQuote, settlement: ReplayRecord | null) => Promise<void>

const quotesPerStatementMax = 200
const writersMax = 2

/** Quotes that arrive together are written by one statement and share one commit. */
export function quoteWriter(db: Database, recent: RecentQuotes): SaveQuote {
  const save = groupCommit<SettledQuote>({
    itemsMax: quotesPerStatementMax,
    writersMax,
    write: (items) => writeQuotes(db, items),
  })
  return async (quote, settlement) => {
    await save({ quote, settlement })
    recent.keep(quote)
  }
}

interface SettledQuote {
  readonly quote: NewQuote
  readonly settlement: ReplayRecord | null
}

async function writeQuotes(db: Database, items: readonly SettledQuote[]): Promise<void> {
  try {
    await db.commit([
      quotesMade(items.map((item) => item.quote)),
      ...reservationsCompleted(items.map((item) => item.settlement)),
    ])
  } catch (error) {
    throw reservationRefusal(error)
  }
}

/** Saves quotes in the transaction that needs them. */
export async function insertQuotes(tx: Queryable, quotes: readonly NewQuote[]): Promise<void> {
  await tx.query(combineStatements([quotesMade(quotes)]))
}

function quotesMade(quotes: readonly NewQuote[]): Part {
  return { name: 'quotes_made', body: newQuotes(quotes) }
}

function newQuotes(quotes: readonly NewQuote[]): Fragment {
  return fragment`
    insert into quotes (id, secret_hash, livemode, insurer_id, distributor_id, product_id,
      product_version_id, item_id, plan_id, integration_id, integration_version_id,
      pricing_logic_id, pricing_revision_id, customer_input, dataset_items, premium,
      gross_payment_amount, currency, quoted_on, duration_strategy, start_day, end_day,
      created_at, expires_at, policy_id, policy_version_id, effective_day, clock_id)
    select id, decode(secret_hash, 'hex'), livemode, insurer_id, distributor_id, product_id,
      product_version_id, item_id, plan_id, integration_id, integration_version_id,
      pricing_logic_id, pricing_revision_id, customer_input, dataset_items, premium,
      gross_payment_amount, currency, quoted_on, duration_strategy, start_day, end_day,
      created_at, expires_at, policy_id, policy_version_id, effective_day, clock_id
    from json_to_recordset(${json(quotes.map(toRow))}::json) as q(
      id text, secret_hash text, livemode boolean, insurer_id text, distributor_id text,
      product_id text, product_version_id text, item_id text, plan_id text, integration_id text,
      integration_version_id text, pricing_logic_id text, pricing_revision_id text,
      customer_input jsonb, dataset_items jsonb, premium jsonb, gross_payment_amount bigint,
      currency text, quoted_on date, duration_strategy text, start_day date, end_day date,
      created_at timestamptz, expires_at timestamptz, policy_id text, policy_version_id text,
      effective_day date, clock_id text)
    returning id`
}

function toRow({ quote, secretHash }: NewQuote) {
  return {
    id: quote.id,
    secret_hash: secretHash.toString('hex'),
    livemode: quote.livemode,
    insurer_id: quote.insurerId,
    distributor_id: quote.distributorId,
    product_id: quote.productId,
    product_version_id: quote.productVersionId,
    item_id: quote.itemId,
    plan_id: quote.planId,
    integration_id: quote.integrationId,
    integration_version_id: quote.integrationVersionId,
    pricing_logic_id: quote.pricingLogicId,
    pricing_revision_id: quote.pricingRevisionId,
    customer_input: quote.customerInput,
    dataset_items: quote.datasetItems,
    premium: quote.premium,
    gross_payment_amount: quote.premium.grossPaymentAmount,
    currency: quote.currency,
    quoted_on: quote.quotedOn.toString(),
    duration_strategy: quote.cover.strategy,
    start_day: quote.cover.startDay.toString(),
    end_day: quote.cover.endDay?.toString() ?? null,
    created_at: quote.createdAt.toString(),
    expires_at: quote.expiresAt.toString(),
    clock_id: quote.clockId,
    policy_id: quote.endorsement?.policyId ?? null,
    policy_version_id: quote.endorsement?.versionId ?? null,
    effective_day: quote.endorsement?.effectiveDay.toString() ?? null,
  }
}

type QuoteRow = Omit<Quote, 'cover' | 'endorsement'> & {
  readonly secretHash: Buffer
  readonly strategy: DurationStrategy
  readonly startDay: Temporal.PlainDate
  readonly endDay: Temporal.PlainDate | null
  /** Null, all three, where it is for a sale. */
  readonly policyId: EndorsementOfQuote['policyId'] | null
  readonly versionId: EndorsementOfQuote['versionId'] | null
  readonly effectiveDay: Temporal.PlainDate | null
}

export async function selectQuote(db: Finder, id: QuoteId): Promise<NewQuote | undefined> {
  const row = await db.find<QuoteRow>(quotesByIds, id)
  return row === undefined ? undefined : fromRow(row)
}

/** The rate of tax of each, as a fraction. */
export async function selectTaxRates(
  db: Finder,
  ids: readonly QuoteId[],
): Promise<ReadonlyMap<QuoteId, number>> {
  const rows = await db.findAll<{ id: QuoteId; rate: number | null }>(taxRatesByIds, ids)
  return new Map(rows.flatMap(({ id, rate }) => (rate === null ? [] : [[id, rate] as const])))
}

const taxRatesByIds: SelectByIds = (ids) => sql`
  select id, (premium ->> 'taxRate')::float8 as rate from quotes where id = any(${ids})`

/** In no order; ids of nothing are left out. */
export async function selectQuotes(db: Queryable, ids: readonly QuoteId[]): Promise<Quote[]> {
  const rows = await db.query<QuoteRow>(quotesByIds(ids))
  return rows.map((row) => fromRow(row).quote)
}

function fromRow(row: QuoteRow): NewQuote {
  const { secretHash, strategy, startDay, endDay, policyId, versionId, effectiveDay, ...rest } = row
  const endorsement =
    policyId === null || versionId === null || effectiveDay === null
      ? null
      : { policyId, versionId, effectiveDay }
  return { secretHash, quote: { ...rest, cover: { strategy, startDay, endDay }, endorsement } }
}

const quotesByIds: SelectByIds = (ids) => sql`
  select id, secret_hash as "secretHash", livemode, insurer_id as "insurerId",
    distributor_id as "distributorId", product_id as "productId",
    product_version_id as "productVersionId", item_id as "itemId", plan_id as "planId",
    integration_id as "integrationId", integration_version_id as "integrationVersionId",
    pricing_logic_id as "pricingLogicId", pricing_revision_id as "pricingRevisionId",
    customer_input as "customerInput", dataset_items as "datasetItems", premium, currency,
    quoted_on as "quotedOn", duration_strategy as strategy, start_day as "startDay",
    end_day as "endDay", created_at as "createdAt", expires_at as "expiresAt",
    policy_id as "policyId", policy_version_id as "versionId", effective_day as "effectiveDay",
    clock_id as "clockId"
  from quotes where id = any(${ids})`
