import {
  type Json,
  type JsonObject,
  isJsonObject,
  lastDayOf,
  parseDay,
  proRata,
  todayIn,
} from '../kernel/index.ts'
import { methodsOnPage } from '../payments/index.ts'
import { type Premium, type PricedOutcome, calculate } from '../pricing/index.ts'
import {
  type CompiledProduct,
  type DocumentOccasion,
  type ItemDefinition,
  type NamedCancellation,
  type ParsedProduct,
  type PaymentPlanDefinition,
  type ProductDefinition,
  type ProductFiles,
  givenQuote,
  isLetterOf,
  namableCancellations,
  sampleAnswers,
} from '../products/index.ts'
import type { FieldRule } from '../rules/index.ts'
import { declaredFields } from './declared-fields.ts'
import type {
  CaseContent,
  CaseInvoice,
  CaseRenewal,
  CaseWithdrawal,
  DocumentCase,
} from './document-case.ts'
import { payLinkOf } from './pay-pages.ts'
import { sampleInvoices } from './sample-invoice.ts'
import { isLetter, sampleLetter } from './sample-letter.ts'

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
  /** Of a cancellation: the kind that it names, if any. */
  readonly named?: NamedCancellation | null
}

/** What the cancellations name that a document is made for; null for one that names nothing. */
export function namedFor(
  { cancellation }: Pick<ProductDefinition, 'cancellation'>,
  designation: string,
  occasion: DocumentOccasion,
): (NamedCancellation | null)[] {
  if (occasion !== 'cancellation') return [null]
  const all = [null, ...namableCancellations(cancellation)]
  return all.filter((named) => isLetterOf(cancellation, designation, named))
}

/** A sale that never was. */
export interface SampledCase extends DocumentCase {
  /** Why its price is made up; null where the folder's own pricing asks it. */
  readonly inventedBecause: string | null
}

const coverStartsInDays = 30
const samplePage = 'https://insurer.example/pay/tpol_sample#0123456789abcdef'
const samplePayment = { provider: 'invoice', method: 'invoice' }

/** Sales to make documents of; each is thought up once, whatever documents are made of it. */
export function openSamples(sampling: Sampling): (terms: SampleTerms) => Promise<SampledCase> {
  const sales = new Map<string, Promise<SampleSale>>()
  return async ({ occasion, language, item, extent, named = null }) => {
    const sale = await sales.getOrInsertComputed(`${item.key} ${extent}`, () =>
      sampleSale(sampling, item, extent),
    )
    const { creditNote: _, ...shared } = sale
    const page = pageOf(sale.plan, extent)
    const dunning = sampleLetter(sale, occasion, { hasFeeAlways: extent !== 'sold', page })
    const at = writtenAt(sale, occasion)
    const transactions = transactionsFor(sale, occasion, named)
    const asked = { ...transactions, dunning }
    const isTried = extent === 'everything' && mayAsk(occasion)
    const flow = sale.content.quote.premium.flow ?? ''
    const payLink = isTried
      ? page
      : payLinkOf({ flow }, occasion, asked, () => Promise.resolve(page))
    return { ...shared, ...transactions, at, dunning, payLink: await payLink, occasion, language }
  }
}

/** Trials have a page or none; who looks at a document sees one where the plan has. */
function pageOf(plan: PaymentPlanDefinition, extent: SampleTerms['extent']): string | null {
  if (extent === 'everything') return samplePage
  return extent === 'sold' && methodsOnPage(plan).length > 0 ? samplePage : null
}

/** Whether there are documents of the occasion that ask for money. */
function mayAsk(occasion: DocumentOccasion): boolean {
  return ['offer', 'invoice', 'deferral'].includes(occasion) || isLetter(occasion)
}

/** Of all sample transactions, those that the occasion is about. */
function transactionsFor(
  sale: SampleSale,
  occasion: DocumentOccasion,
  named: NamedCancellation | null,
): Pick<DocumentCase, OccasionMember> {
  return {
    policy: { ...sale.policy, isEnded: occasion === 'cancellation' || occasion === 'withdrawal' },
    endorsement: occasion === 'endorsement' ? sale.endorsement : null,
    adjustment: occasion === 'adjustment' ? sale.adjustment : null,
    cancellation:
      occasion === 'cancellation' && sale.cancellation !== null
        ? { ...sale.cancellation, ...(named !== null && { named }) }
        : null,
    withdrawal: occasion === 'withdrawal' ? sale.withdrawal : null,
    reinstatement: occasion === 'reinstatement' ? sale.reinstatement : null,
    invoice: invoiceFor(sale, occasion),
    deferral: occasion === 'deferral' ? sale.deferral : null,
    renewal: occasion === 'renewal_notice' ? sale.renewal : null,
  }
}

/** The day on which it is written; other documents are of the day that they are looked at. */
function writtenAt({ at, definition, ...sale }: SampleSale, occasion: DocumentOccasion) {
  const dayOf = (day: Temporal.PlainDate) => day.toZonedDateTime(definition.timeZone).toInstant()
  if (occasion === 'reinstatement' && sale.reinstatement !== null) {
    return dayOf(sale.reinstatement.firstDay)
  }
  if (occasion === 'adjustment' && sale.adjustment !== null) {
    return dayOf(sale.adjustment.lastDay.add({ days: 60 }))
  }
  if (occasion === 'withdrawal' && sale.withdrawal !== null) {
    return dayOf(sale.withdrawal.receivedOn)
  }
  if (occasion === 'renewal_notice' && sale.renewal !== null) {
    return dayOf(sale.renewal.firstDay.subtract({ days: definition.renewal.noticeDays + 1 }))
  }
  return at
}

function invoiceFor(sale: SampleSale, occasion: DocumentOccasion): CaseInvoice | null {
  if (occasion === 'invoice' || occasion === 'deferral') return sale.invoice
  return occasion === 'credit_note' ? sale.creditNote : null
}

type SampleSale = Omit<SampledCase, 'occasion' | 'language'> & {
  readonly creditNote: CaseInvoice
}
type OccasionMember =
  | 'policy'
  | 'endorsement'
  | 'adjustment'
  | 'cancellation'
  | 'withdrawal'
  | 'reinstatement'
  | 'invoice'
  | 'deferral'
  | 'renewal'

async function sampleSale(
  sampling: Sampling,
  item: ItemDefinition,
  extent: SampleTerms['extent'],
): Promise<SampleSale> {
  const { product, now } = sampling
  const { definition } = product
  const isWhole = extent !== 'necessary'
  // Templates are tried out with either, whatever the folder says.
  const isAutomatic = extent === 'sold' ? definition.renewal.kind === 'automatic' : isWhole
  const today = now.toZonedDateTimeISO(definition.timeZone).toPlainDate()
  const answers = sampleAnswers(sampling, item, today, isWhole ? 'everything' : 'necessary')
  const priced = await samplePremium(sampling, item, today, answers.quote)
  const { premium, inventedBecause } = priced
  // A document that is looked at shows the answers that its price was asked for.
  const quote = extent === 'sold' ? priced.quote : answers.quote
  const startDay = firstDay(quote, today) ?? today.add({ days: coverStartsInDays })
  const [plan] = definition.paymentPlans
  if (plan === undefined) throw new Error('a product has at least one payment plan')
  const content = sampleContent(answers.policy, {
    id: 'qu_sample',
    createdAt: now,
    expiresAt: now.add({ hours: 24 * definition.quoteValidDays }),
    data: quote,
    premium,
    billingCycles: premium.billingCycles ?? 1,
  })
  const before = isWhole ? await contentBefore(sampling, item, today, content) : content
  return {
    at: now,
    definition,
    withdrawalLink:
      definition.withdrawal === null ? null : 'https://insurer.example/withdraw/pr_sample',
    fields: declaredFields(definition),
    item,
    plan,
    insurer: sampling.insurer,
    distributor: sampleDistributor(definition.integrations[0]?.distributor),
    policy: {
      id: 'tpol_sample',
      versionId: 'tpv_sample',
      insurerPolicyId: `${definition.policyPrefix}-7K2MPQ4X`,
      insurerExternalPolicyId: isWhole ? '4711-0815' : '',
      createdAt: now,
      offerExpiresAt: now.add({ hours: 24 * 30 }),
      issuedAt: now,
      startDay,
      endDay: isWhole ? lastDayOf(startDay, { years: 1 }) : null,
      isEnded: false,
    },
    content,
    payment: { ...samplePayment, amount: premium.grossPaymentAmount, at: now },
    ...sampleTransactions(content, before, {
      startDay,
      now,
      isWhole,
      otherPlan: extent === 'everything' ? plan : null,
    }),
    ...sampleInvoices(content, before, { plan, startDay, isWhole }),
    renewal: sampleRenewal(content, before, startDay, {
      isAutomatic,
      indexed: isWhole ? definition.life.indexation.map(({ answer }) => answer) : [],
    }),
    dunning: null,
    payLink: null,
    inventedBecause,
  }
}

/** Transactions of the sale some months after its cover began. */
function sampleTransactions(
  { quote: { premium } }: CaseContent,
  before: CaseContent,
  {
    startDay,
    now,
    isWhole,
    otherPlan,
  }: {
    readonly startDay: Temporal.PlainDate
    readonly now: Temporal.Instant
    readonly isWhole: boolean
    /** The plan until the endorsement, where it changes that. */
    readonly otherPlan: PaymentPlanDefinition | null
  },
): Pick<
  DocumentCase,
  'endorsement' | 'adjustment' | 'cancellation' | 'withdrawal' | 'reinstatement'
> {
  const half = Math.floor(premium.grossPaymentAmount / 2)
  const difference = premium.grossPaymentAmount - before.quote.premium.grossPaymentAmount
  const effectiveDay = startDay.add({ months: 6 })
  const gap = { firstDay: effectiveDay, lastDay: effectiveDay.add({ days: 9 }) }
  return {
    endorsement: {
      cause: 'request',
      indexed: null,
      effectiveDay,
      requestedAt: now,
      before,
      amount: Math.trunc(difference / 2),
      plan: otherPlan && {
        before: otherPlan,
        first: {
          firstDay: effectiveDay,
          lastDay: lastDayOf(startDay, { years: 1 }),
          amount: half,
          dueDay: effectiveDay,
        },
      },
    },
    adjustment: {
      firstDay: startDay,
      lastDay: lastDayOf(startDay, { years: 1 }),
      before,
      amount: difference,
    },
    cancellation: {
      lastDay: effectiveDay.subtract({ days: 1 }),
      reason: isWhole ? 'Sold the insured object' : '',
      by: 'distributor',
      at: now,
      refund: isWhole ? half : 0,
      named: null,
      receivedOn: isWhole ? todayIn('UTC', now).subtract({ days: 3 }) : null,
      occurredOn: isWhole ? todayIn('UTC', now).subtract({ days: 10 }) : null,
    },
    withdrawal: sampleWithdrawal(premium, startDay, isWhole),
    reinstatement: {
      firstDay: isWhole ? gap.lastDay.add({ days: 1 }) : effectiveDay,
      gap: isWhole ? gap : null,
      amount: isWhole ? half : 0,
    },
  }
}

const daysBeforeWithdrawal = 10

/** With earlier cover that was agreed, or without. */
function sampleWithdrawal(
  { grossPaymentAmount }: Premium,
  startDay: Temporal.PlainDate,
  isWhole: boolean,
): CaseWithdrawal {
  const receivedOn = startDay.add({ days: daysBeforeWithdrawal - 1 })
  const kept = isWhole ? proRata(grossPaymentAmount, daysBeforeWithdrawal, 365).part : 0
  return {
    receivedOn,
    sentOn: isWhole ? receivedOn.subtract({ days: 2 }) : receivedOn,
    cover: isWhole ? { firstDay: startDay, lastDay: receivedOn } : null,
    kept,
    refund: isWhole ? grossPaymentAmount - kept : 0,
  }
}

/** The year after the first. */
function sampleRenewal(
  content: CaseContent,
  before: CaseContent,
  startDay: Temporal.PlainDate,
  { isAutomatic, indexed }: { readonly isAutomatic: boolean; readonly indexed: readonly string[] },
): CaseRenewal {
  const firstDay = lastDayOf(startDay, { years: 1 }).add({ days: 1 })
  return {
    isAutomatic,
    firstDay,
    lastDay: lastDayOf(firstDay, { years: 1 }),
    before,
    endorsed: {
      answers: Object.keys(content.quote.data).filter((name) => !indexed.includes(name)),
      data: [],
    },
    indexed,
    link: 'https://insurer.example/policies/tpol_sample/renewal?token=0123456789abcdef',
  }
}

/** The same with another value for an answer that an endorsement may replace, if the price differs. */
async function contentBefore(
  sampling: Sampling,
  item: ItemDefinition,
  today: Temporal.PlainDate,
  content: CaseContent,
): Promise<CaseContent> {
  const pricing = sampling.compiled.items.get(item.key)?.pricing
  if (pricing === undefined) return content
  const variables = sampling.product.definition.integrations[0]?.pricingVariables ?? {}
  for (const rule of item.quoteRules.quote_patch) {
    const other = otherAnswer(rule, content.quote.data[rule.name])
    if (other === null) continue
    const data = { ...content.quote.data, [rule.name]: other }
    const priced = await calculate(pricing, { data, variables, today })
    if (priced.outcome !== 'priced') continue
    const { premium } = priced
    if (premium.grossPaymentAmount === content.quote.premium.grossPaymentAmount) continue
    return { ...content, quote: { ...content.quote, data, premium } }
  }
  return content
}

/** Another answer that the rule allows; null where none comes to mind. */
function otherAnswer({ validation }: FieldRule, answer: Json | undefined): Json {
  if (typeof answer === 'boolean') return !answer
  if (typeof answer !== 'number' && typeof answer !== 'string') return null
  const listed = /(?:^|\|)in:([^|]+)/.exec(validation)?.[1]?.split(',')
  const other = listed?.find((one) => one !== String(answer)) ?? null
  if (typeof answer === 'string') return other
  return other === null ? Math.ceil(answer / 2) : Number(other)
}

/** The day on which the answers want cover to begin. */
function firstDay(quote: JsonObject, today: Temporal.PlainDate): Temporal.PlainDate | null {
  const days = Object.entries(quote)
    .filter(([name]) => name.includes('start'))
    .map(([, value]) => parseDay(value))
  return days.find((day) => day !== null && Temporal.PlainDate.compare(day, today) >= 0) ?? null
}

function sampleContent(policy: JsonObject, quote: CaseContent['quote']): CaseContent {
  const { data } = policy
  const text = (name: string) => (typeof policy[name] === 'string' ? policy[name] : '')
  return {
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    data: isJsonObject(data) ? data : {},
    quote,
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
