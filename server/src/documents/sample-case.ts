import { type JsonObject, isJsonObject, lastDayOf, parseDay } from '../kernel/index.ts'
import { type Premium, type PricedOutcome, calculate } from '../pricing/index.ts'
import {
  type CompiledProduct,
  type DocumentOccasion,
  type ItemDefinition,
  type ParsedProduct,
  type ProductFiles,
  givenQuote,
  sampleAnswers,
} from '../products/index.ts'
import type { CasePolicy, DocumentCase } from './assemble-data.ts'
import { declaredFields } from './declared-fields.ts'

/** A folder's sale as it might be, for documents that are only looked at. */
export interface Sampling {
  readonly product: ParsedProduct
  readonly compiled: CompiledProduct
  readonly files: ProductFiles
  readonly insurer: { readonly key: string; readonly name: string }
  readonly now: Temporal.Instant
}

export interface SampleTerms {
  readonly item: ItemDefinition
  readonly occasion: DocumentOccasion
  readonly language: string
  /**
   * Everything that can be there is there, or nothing that need not; `sold` is everything where that
   * has a price, else answers that have one.
   */
  readonly extent: 'everything' | 'necessary' | 'sold'
}

/** A sale that never was. */
export interface SampledCase extends DocumentCase {
  /** Why its price is made up; null where the folder's own pricing asks it. */
  readonly inventedBecause: string | null
}

const coverStartsInDays = 30
const samplePayment = { provider: 'invoice', method: 'invoice' }

/** Sales to make documents of; each is thought up once, whatever documents are made of it. */
export function openSamples(sampling: Sampling): (terms: SampleTerms) => Promise<SampledCase> {
  const sales = new Map<string, Promise<SampleSale>>()
  return async ({ occasion, language, item, extent }) => {
    const sale = await sales.getOrInsertComputed(`${item.key} ${extent}`, () =>
      sampleSale(sampling, item, extent),
    )
    return { ...sale, occasion, language }
  }
}

type SampleSale = Omit<SampledCase, 'occasion' | 'language'>

async function sampleSale(
  sampling: Sampling,
  item: ItemDefinition,
  extent: SampleTerms['extent'],
): Promise<SampleSale> {
  const { product, now } = sampling
  const { definition } = product
  const isWhole = extent !== 'necessary'
  const today = now.toZonedDateTimeISO(definition.timeZone).toPlainDate()
  const answers = sampleAnswers(sampling, item, today, isWhole ? 'everything' : 'necessary')
  const { policy } = answers
  const priced = await samplePremium(sampling, item, today, answers.quote)
  const { premium, inventedBecause } = priced
  // A document that is looked at shows the answers that its price was asked for.
  const quote = extent === 'sold' ? priced.quote : answers.quote
  const startDay = firstDay(quote, today) ?? today.add({ days: coverStartsInDays })
  const [plan] = definition.paymentPlans
  if (plan === undefined) throw new Error('a product has at least one payment plan')
  return {
    definition,
    fields: declaredFields(definition),
    item,
    plan,
    insurer: sampling.insurer,
    distributor: sampleDistributor(definition.integrations[0]?.distributor),
    policy: {
      ...samplePolicy(policy, `${definition.policyPrefix}-7K2MPQ4X`, now),
      startDay,
      endDay: isWhole ? lastDayOf(startDay, { years: 1 }) : null,
      insurerExternalPolicyId: isWhole ? '4711-0815' : '',
      cancellationReason: isWhole ? 'Sold the insured object' : '',
    },
    quote: {
      id: 'qu_sample',
      createdAt: now,
      expiresAt: now.add({ hours: 24 * definition.quoteValidDays }),
      data: quote,
      premium,
      billingCycles: premium.billingCycles ?? 1,
    },
    payment: { ...samplePayment, amount: premium.grossPaymentAmount, at: now },
    refund: isWhole ? Math.floor(premium.grossPaymentAmount / 2) : 0,
    inventedBecause,
  }
}

/** The day on which the answers want cover to begin. */
function firstDay(quote: JsonObject, today: Temporal.PlainDate): Temporal.PlainDate | null {
  const days = Object.entries(quote)
    .filter(([name]) => name.includes('start'))
    .map(([, value]) => parseDay(value))
  return days.find((day) => day !== null && Temporal.PlainDate.compare(day, today) >= 0) ?? null
}

function samplePolicy(
  policy: JsonObject,
  number: string,
  now: Temporal.Instant,
): Omit<CasePolicy, 'startDay' | 'endDay' | 'insurerExternalPolicyId' | 'cancellationReason'> {
  const { data } = policy
  const text = (name: string) => (typeof policy[name] === 'string' ? policy[name] : '')
  return {
    id: 'tpol_sample',
    versionId: 'tpv_sample',
    insurerPolicyId: number,
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    data: isJsonObject(data) ? data : {},
    createdAt: now,
    offerExpiresAt: now.add({ hours: 24 * 30 }),
    issuedAt: now,
    cancelledAt: now,
    cancelledBy: 'distributor',
    terminationDay: now.toZonedDateTimeISO('UTC').toPlainDate().add({ months: 3 }),
  }
}

function sampleDistributor(key = 'distributor'): { key: string; name: string } {
  const words = key.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return { key, name: words.join(' ') }
}

interface SamplePrice {
  readonly premium: Premium
  /** The answers that it was asked for. */
  readonly quote: JsonObject
  readonly inventedBecause: string | null
}

/**
 * What the folder's own pricing asks: for the sample answers, else for those of the demo or a case,
 * else for the least that must be answered. Where it asks nothing for any, a round sum.
 */
async function samplePremium(
  sampling: Sampling,
  item: ItemDefinition,
  today: Temporal.PlainDate,
  sampled: JsonObject,
): Promise<SamplePrice> {
  const { product, compiled } = sampling
  const pricing = compiled.items.get(item.key)?.pricing
  const invented = (reason: string) => ({
    premium: roundSum,
    quote: sampled,
    inventedBecause: reason,
  })
  if (pricing === undefined) return invented('it is not known how the item is priced')
  const variables = product.definition.integrations[0]?.pricingVariables ?? {}
  const candidates = [
    () => sampled,
    () => givenQuote(sampling, item, today),
    () => sampleAnswers(sampling, item, today, 'necessary').quote,
  ]
  let reason = ''
  for (const candidate of candidates) {
    const quote = candidate()
    if (quote === null) continue
    const priced = await calculate(pricing, { data: quote, variables, today })
    if (priced.outcome === 'priced')
      return { premium: priced.premium, quote, inventedBecause: null }
    reason ||= sayOutcome(priced)
  }
  return invented(reason)
}

function sayOutcome(outcome: Exclude<PricedOutcome, { outcome: 'priced' }>): string {
  switch (outcome.outcome) {
    case 'knockout':
      return `the sample answers are declined (${outcome.code})`
    case 'invalid':
      return `the sample answers are refused (${outcome.errors.map(({ field }) => field).join(', ')})`
    case 'failed':
      return `the sample answers have no price (${outcome.place}: ${outcome.reason})`
  }
}

const roundSum: Premium = {
  grossPaymentAmount: 11_900,
  grossPremium: 11_900,
  premiumTax: 1_900,
  netPremium: 10_000,
  netNetPremium: 8_500,
  netCommissionTotal: 1_500,
  taxRate: 0.19,
  billingCycles: null,
  durationStrategy: null,
  policyStartDate: null,
  policyEndDate: null,
  policyDuration: null,
  flow: null,
  extra: {},
}
