import {
  type Clock,
  type FieldError,
  type JsonObject,
  type PlanId,
  type PolicyId,
  invalidData,
  todayIn,
} from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import { momentOfTransaction } from '../../deadlines/index.ts'
import type { Caller } from '../../identity/index.ts'
import { selectCharged } from '../../ledger/index.ts'
import { type Catalogue, type ProductDefinition, planNotFound } from '../../products/index.ts'
import {
  type EndorsementPricing,
  type PriceEndorsementDeps,
  type PricedEndorsement,
  type Quote,
  type SaveQuote,
  priceEndorsement,
  selectQuotes,
} from '../../quotes/index.ts'
import type { ReplayWriter } from '../../idempotency/index.ts'
import { segmentOn, taxChangesOn, termOn } from '../../timelines/index.ts'
import { type Policy, type PolicyTimeline, findPolicy, timelineOf } from '../../policies/index.ts'
import { type EffectiveDay, decideEffectiveDay } from '../kinds/endorsement/effective-day.ts'
import {
  type PlanOutcome,
  assertPlanDay,
  changesPlan,
  planAnswerNames,
  planDayFrom,
} from '../kinds/endorsement/plan-change.ts'
import type { PremiumSettlement } from '../pipeline/settlement.ts'
import { draftOf } from '../pipeline/preview-transaction.ts'
import { applyTransaction } from '../pipeline/apply-transaction.ts'
import { assertMayEndorse } from '../kinds/endorsement/may-endorse.ts'
import { endorsement } from '../kinds/endorsement/endorsement.ts'
import { assertAllowed } from '../situation.ts'
import { priceLaterDays } from '../pipeline/price-later-days.ts'
import { termsOf } from '../pipeline/terms-of.ts'

export interface QuoteEndorsementDeps extends PriceEndorsementDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly saveQuote: SaveQuote
}

export interface EndorsementQuoteRequest {
  readonly caller: Caller
  readonly policyId: PolicyId
  /** As it was sent; null for today. */
  readonly effectiveDate: string | null
  /** The answers that are to differ. */
  readonly data: JsonObject
  /** The payment plan from that day on; null for the one that holds. */
  readonly planId: PlanId | null
  /** The other members of the request, which must all equal those of the policy. */
  readonly named: Readonly<Record<NamedMember, string | null>>
  readonly languages: readonly string[]
}

/** A quote for an endorsement, with the amounts that would be charged or credited. */
export interface QuotedEndorsement extends PricedEndorsement {
  /** What a billing period costs without the endorsement. */
  readonly paymentBefore: number
  readonly settlement: PremiumSettlement
  /** Where it changes the payment plan. */
  readonly plan: PlanOutcome | null
  readonly product: ProductDefinition
}

/** Quotes an endorsement of a policy, based on the segment of its effective day. */
export async function quoteEndorsement(
  deps: QuoteEndorsementDeps,
  request: EndorsementQuoteRequest,
  replay: ReplayWriter<QuotedEndorsement> | null,
): Promise<QuotedEndorsement> {
  const { caller, data, languages } = request
  const policy = await findPolicy(deps.db, caller, request.policyId, deps.clock())
  const moment = await momentOfTransaction(deps.db, deps.clock, policy)
  const { now } = moment
  const product = await deps.catalogue.versionInTime(policy.productVersionId)
  if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
  const { life, timeZone } = product.definition
  assertMayEndorse(caller, life)
  assertAllowed(endorsement.allowedIn, policy, now)
  const timeline = await timelineOf(deps.db, policy.versionId)
  const today = todayIn(timeZone, now)
  const asked = decideEffectiveDay(timeline, { asked: request.effectiveDate, caller, life, today })
  const charged = await selectCharged(deps.db, policy.id)
  const day = dayOfPlan(request, policy, { timeline, charged: charged.periods }, asked, today)
  const held = segmentOn(timeline, day)
  const [before] = await selectQuotes(deps.db, [held.quoteId])
  if (before === undefined) throw new Error(`quote ${held.quoteId} is gone`)
  const errors = [...mismatches(request.named, before), ...(asked.ok ? [] : [asked.error])]
  if (errors.length > 0) throw invalidData(errors, null)
  const quotedFor = { policyId: policy.id, versionId: policy.versionId, effectiveDay: day }
  const { planId } = request
  const isPlanned = planId !== null && changesPlan(timeline, day, planId)
  const soldOn = await termsOf(deps.catalogue, before)
  const terms = isPlanned ? { ...soldOn, planId } : soldOn
  const pricing: EndorsementPricing = {
    before,
    endorsement: quotedFor,
    data,
    languages,
    terms,
    moment,
    plannedTerm: isPlanned ? plannedTerm(timeline, day, terms) : null,
    taxChanges: taxChangesOn(timeline, day),
  }
  const priced = await priceEndorsement(deps, pricing)
  // Applied as the endorsement would be, so that it comes to what is said here.
  const details = detailsOf(priced.quote, isPlanned ? terms : null)
  const requested = { kind: 'endorsement', details, effectiveDay: day } as const
  const version = draftOf(policy, caller, requested, moment)
  const drafted = { version, unsaved: { contents: [], quotes: [priced.quote] } }
  const again = await priceLaterDays({ ...deps, languages }, drafted, moment)
  const outcome = await applyTransaction(deps.db, {
    policy,
    ...drafted,
    product,
    before: timeline,
    charged,
    quotes: again.quotes,
    now,
  })
  const quoted = {
    ...priced,
    paymentBefore: held.price.payment,
    settlement: outcome.settled,
    plan: outcome.plan,
    product: terms.version.definition,
  }
  await deps.saveQuote(priced, replay?.(quoted) ?? null)
  return quoted
}

const namedOf = {
  item_id: 'itemId',
  integration_id: 'integrationId',
  product_version_id: 'productVersionId',
  integration_version_id: 'integrationVersionId',
} as const satisfies Record<string, keyof Quote>
type NamedMember = keyof typeof namedOf

function mismatches(named: EndorsementQuoteRequest['named'], quote: Quote): FieldError[] {
  const members = Object.keys(namedOf) as NamedMember[] // It has no others.
  return members
    .filter((member) => named[member] !== null && named[member] !== quote[namedOf[member]])
    .map((field) => ({
      code: 'invalid_value',
      field,
      rules: ['same'],
      params: { same: ['policy_id'] },
    }))
}

/** The day of the endorsement. Where it changes the plan and names no day, the next one that is possible. */
function dayOfPlan(
  { planId, effectiveDate }: EndorsementQuoteRequest,
  policy: Policy,
  planned: Parameters<typeof assertPlanDay>[1],
  asked: EffectiveDay,
  today: Temporal.PlainDate,
): Temporal.PlainDate {
  const day = asked.ok ? asked.day : today
  if (planId === null || !asked.ok || !changesPlan(planned.timeline, day, planId)) return day
  if (effectiveDate === null) return planDayFrom(policy, planned, day)
  assertPlanDay(policy, planned, day)
  return day
}

/** The days of the term that the plan is to pay for; refuses a plan that cannot. */
function plannedTerm(
  timeline: PolicyTimeline,
  day: Temporal.PlainDate,
  { version, planId }: EndorsementPricing['terms'],
): EndorsementPricing['plannedTerm'] {
  const plan = version.plans.get(planId)
  if (plan === undefined) throw planNotFound(planId)
  const { firstDay, lastDay, isOpen } = termOn(timeline, day)
  // What is paid once and has no end would be paid for its first year alone.
  if (plan.frequency === null && lastDay === null) throw invalidData([fitsNoOpenEnd(version)], null)
  return { startDay: firstDay, endDay: isOpen ? null : lastDay }
}

function fitsNoOpenEnd({ plans }: EndorsementPricing['terms']['version']): FieldError {
  const fitting = [...plans].filter(([, { frequency }]) => frequency !== null).map(([id]) => id)
  const params = { in: fitting }
  return { code: 'invalid_value', field: 'subscription_plan_id', rules: ['in'], params }
}

/** What is known yet of the endorsement that a quote is for. */
function detailsOf({ id }: Quote, planned: EndorsementPricing['terms'] | null) {
  const details = { places: [], content_id: null, quote_id: id }
  return planned === null ? details : { ...details, plan_answers: planAnswerNames(planned) }
}
