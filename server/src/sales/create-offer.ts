import {
  type FieldError,
  type Json,
  type JsonObject,
  type Moment,
  type PolicyId,
  Refusal,
  chooseLanguage,
  clockIn,
  mintId,
  startOfDay,
  todayIn,
  invalidData,
} from '../kernel/index.ts'
import { type Database, brokenConstraint, groupCommit } from '../database/index.ts'
import { clockAdvancing, clocksUnmoved, isClockGone } from '../deadlines/index.ts'
import { type News, eventsRecorded } from '../events/index.ts'
import type { Caller } from '../identity/index.ts'
import { type LoadedVersion, type PlanFrequency, handoverDocuments } from '../products/index.ts'
import {
  type Quote,
  type RedeemDeps,
  billingOf,
  checkData,
  notYetReported,
  redeemQuote,
} from '../quotes/index.ts'
import {
  type ReplayWriter,
  type ReplayRecord,
  reservationRefusal,
  reservationsCompleted,
} from '../idempotency/index.ts'
import { type KeyRing, hashSecret } from '../sealing/index.ts'
import {
  type NewVersion,
  type NewPolicy,
  type PolicyContent,
  type PolicySecret,
  type QuoteSnapshot,
  type SoldTerm,
  offersWritten,
  policiesMade,
  secretsKept,
  termEndOf,
} from '../policies/index.ts'
import { handoversRequired } from '../handover/index.ts'
import { languageNotSupported } from './reasons.ts'
import { mintPolicyNumber } from './policy-number.ts'
import { type PolicyTokens, mintTokens, sealTokens } from './policy-tokens.ts'
import type { RecentOffers } from './recent-offers.ts'
import { matchReferrer } from './referrer.ts'
import { sealSensitiveData } from './sensitive-data.ts'
import { contentOf, soldTimeline } from './sold-timeline.ts'

/** The request body as it was parsed; what rules say about it is checked here. */
export interface OfferRequest {
  readonly caller: Caller
  /** Failures of the body's own shape, to be reported together with those of the product's rules. */
  readonly bodyErrors: readonly FieldError[]
  readonly body: JsonObject
  readonly quoteToken: string
  /** The test clock of the offer, which is that of the quote; null where none is named. */
  readonly clockId: string | null
  readonly language: string
  /** The languages in which the caller wants errors explained, after the offer's own. */
  readonly languages: readonly string[]
  readonly data: JsonObject
  readonly sensitiveData: JsonObject | null
  readonly metadata: JsonObject
  readonly media: readonly Json[]
  readonly distributorTrafficSource: string | null
  readonly referrerUrl: string | null
  readonly salesLeadId: string | null
  /** Whether the offer can be paid only once the documents of its product are handed over. */
  readonly handoverRequired: boolean
}

export interface OfferDeps extends RedeemDeps {
  readonly keyRing: KeyRing
  readonly saveOffer: SaveOffer
}

/** An offer with its tokens, which from here on are sealed. */
export interface MadeOffer {
  readonly policy: NewPolicy
  readonly tokens: PolicyTokens
}

/** Makes an unpaid policy from a quote and the customer's data. */
export async function createOffer(
  deps: OfferDeps,
  request: OfferRequest,
  replay: ReplayWriter<MadeOffer> | null,
): Promise<MadeOffer> {
  const { quote, version, item, moment } = await redeemQuote(deps, request.caller, {
    token: request.quoteToken,
    clockId: request.clockId,
  })
  const { errors, expanded } = await checkData(deps.datasets, version, {
    checker: item.policyChecker,
    document: { ...request.body, data: request.data },
    now: clockIn(version.definition.timeZone, moment.now),
    quote,
  })
  const all = [...notYetReported(request.bodyErrors, errors), ...errors]
  if (all.length > 0) throw explained(request, version, all)
  if (!version.definition.languages.includes(request.language)) {
    throw languageNotSupported(request.language, version.definition.languages)
  }
  const integration = await deps.catalogue.integrationVersion(quote.integrationVersionId)
  const tokens = mintTokens()
  const policy = draftPolicy(request, quote, version, { data: expanded, tokens, moment })
  const allowedOrigins = integration?.definition.allowedOrigins ?? []
  const draft = {
    ...policy,
    whitelistedReferrerUrl: matchReferrer(request.referrerUrl, allowedOrigins),
  }
  const { policyPrefix: prefix } = version.definition
  const { sensitiveData } = request
  const waitsForHandover =
    request.handoverRequired && handoverDocuments(version.definition).length > 0
  const frequency = version.plans.get(quote.planId)?.frequency ?? null
  const sold = { draft, moment, frequency, tokens, waitsForHandover }
  return saveWithFreshNumber(deps, { ...sold, prefix, sensitiveData, replay })
}

/** Explained in the language of the offer, or another one of the product. */
function explained(
  request: OfferRequest,
  { definition }: LoadedVersion,
  errors: readonly FieldError[],
): Refusal {
  const wanted = [request.language, ...request.languages]
  const language = chooseLanguage(wanted, definition.languages) ?? definition.defaultLanguage
  return invalidData(errors, language)
}

function draftPolicy(
  request: OfferRequest,
  quote: Quote,
  version: LoadedVersion,
  {
    data,
    tokens,
    moment,
  }: {
    readonly data: JsonObject
    readonly tokens: PolicyTokens
    readonly moment: Moment
  },
): Omit<NewPolicy, 'insurerPolicyId'> {
  return {
    id: mintId('tpol', moment),
    versionId: mintId('tpv', moment),
    status: 'ready',
    livemode: quote.livemode,
    insurerId: quote.insurerId,
    distributorId: quote.distributorId,
    productId: quote.productId,
    productVersionId: quote.productVersionId,
    itemId: quote.itemId,
    planId: quote.planId,
    integrationId: quote.integrationId,
    integrationVersionId: quote.integrationVersionId,
    customerId: mintId('tcu', moment),
    quoteId: quote.id,
    clockId: quote.clockId,
    firstName: textOf(request.body['first_name']),
    lastName: textOf(request.body['last_name']),
    email: textOf(request.body['email']),
    language: request.language,
    currency: quote.currency,
    timeZone: version.definition.timeZone,
    flow: quote.premium.flow ?? 'standard',
    grossPaymentAmount: quote.premium.grossPaymentAmount,
    data,
    quote: snapshotOf(quote, version),
    metadata: request.metadata,
    media: request.media,
    distributorTrafficSource: request.distributorTrafficSource,
    referrerUrl: request.referrerUrl,
    whitelistedReferrerUrl: null,
    salesLeadId: request.salesLeadId,
    linkedPolicyId: null,
    paymentTokenHash: hashSecret(tokens.payment),
    assetTokenHash: hashSecret(tokens.asset),
    containsSensitiveData: request.sensitiveData !== null,
    startDay: quote.cover.startDay,
    ...termEndOf(version.definition.renewal, firstTermOf(quote), version.definition.timeZone),
    offerExpiresAt: decideOfferExpiry(quote.cover.startDay, version.definition, moment.now),
    createdAt: moment.now,
  }
}

function firstTermOf({ cover: { startDay: firstDay, endDay } }: Quote): SoldTerm {
  return { number: 1, firstDay, endDay }
}

/**
 * An offer lapses after its validity, or when its first day of cover has passed: nobody pays for
 * cover after the loss. Where a product sells cover that began earlier, only the validity counts.
 */
function decideOfferExpiry(
  startDay: Temporal.PlainDate,
  terms: { readonly offerValidDays: number; readonly timeZone: string },
  now: Temporal.Instant,
): Temporal.Instant {
  const validUntil = now.add({ hours: 24 * terms.offerValidDays })
  const beganBefore = Temporal.PlainDate.compare(startDay, todayIn(terms.timeZone, now)) < 0
  if (beganBefore) return validUntil
  const afterFirstDay = startOfDay(startDay.add({ days: 1 }), terms.timeZone)
  return Temporal.Instant.compare(afterFirstDay, validUntil) < 0 ? afterFirstDay : validUntil
}

/** The rules have checked the value, so anything but a string here is a gap in the rules. */
function textOf(value: Json | undefined): string {
  if (typeof value !== 'string') throw new Error('the policy rules let a name through unchecked')
  return value
}

function snapshotOf(quote: Quote, version: LoadedVersion): QuoteSnapshot {
  return {
    customerInput: quote.customerInput,
    premium: quote.premium,
    billingCycles: billingOf(version, quote).cycles,
    durationStrategy: quote.cover.strategy,
    issuedAt: quote.createdAt.toString(),
    pricingLogicId: quote.pricingLogicId,
    pricingRevisionId: quote.pricingRevisionId,
  }
}

const numbersTriedMax = 5
const numberConstraint = 'policies_number_is_unique'

/** A number that is already taken is a rare accident: draw another. */
async function saveWithFreshNumber(
  deps: OfferDeps,
  {
    draft,
    moment,
    frequency,
    tokens,
    waitsForHandover,
    prefix,
    sensitiveData,
    replay,
  }: {
    readonly draft: Omit<NewPolicy, 'insurerPolicyId'>
    readonly moment: Moment
    readonly frequency: PlanFrequency | null
    readonly tokens: PolicyTokens
    readonly waitsForHandover: boolean
    readonly prefix: string
    readonly sensitiveData: JsonObject | null
    readonly replay: ReplayWriter<MadeOffer> | null
  },
): Promise<MadeOffer> {
  const secrets = sealSecrets(deps.keyRing, draft.id, tokens, sensitiveData)
  for (let tried = 1; ; tried++) {
    const policy: NewPolicy = { ...draft, insurerPolicyId: mintPolicyNumber(prefix) }
    const made = { policy, tokens }
    try {
      const settlement = replay?.(made) ?? null
      await deps.saveOffer({ policy, moment, frequency, waitsForHandover, secrets, settlement })
      return made
    } catch (error) {
      if (brokenConstraint(error) !== numberConstraint || tried === numbersTriedMax) throw error
    }
  }
}

function sealSecrets(
  ring: KeyRing,
  policyId: PolicyId,
  tokens: PolicyTokens,
  sensitiveData: JsonObject | null,
): PolicySecret[] {
  const secrets: PolicySecret[] = [
    { policyId, kind: 'tokens', subject: '', ...sealTokens(ring, policyId, tokens) },
  ]
  if (sensitiveData !== null) {
    const sealed = sealSensitiveData(ring, policyId, sensitiveData)
    secrets.push({ policyId, kind: 'sensitive_data', subject: '', ...sealed })
  }
  return secrets
}

interface NewOffer {
  readonly policy: NewPolicy
  readonly moment: Moment
  readonly frequency: PlanFrequency | null
  readonly waitsForHandover: boolean
  readonly secrets: readonly PolicySecret[]
  readonly settlement: ReplayRecord | null
}
export type SaveOffer = (offer: NewOffer) => Promise<void>

const offersPerCommitMax = 100
const writersMax = 2

/**
 * Offers that arrive together share one statement and one commit. One on a test clock goes alone: it
 * has another moment than all others.
 */
export function offerWriter(db: Database, recent: RecentOffers): SaveOffer {
  const save = groupCommit<NewOffer>({
    itemsMax: offersPerCommitMax,
    writersMax,
    write: (offers) => writeOffers(db, offers),
  })
  return async (offer) => {
    await (offer.moment.clockId === null ? save(offer) : writeOffers(db, [offer]))
    recent.keep(offer.policy)
  }
}

async function writeOffers(db: Database, offers: readonly NewOffer[]): Promise<void> {
  const policies = offers.map((offer) => offer.policy)
  const [first] = offers
  if (first === undefined) return
  try {
    await db.commit([
      ...clocksUnmoved([first.moment]),
      policiesMade(policies),
      ...offersWritten(offers.map(newVersionOf)),
      secretsKept(offers.flatMap((offer) => offer.secrets)),
      ...handoversRequired(offers.filter(waits).map(({ policy }) => waitOf(policy))),
      eventsRecorded(policies.map(offerCreated), first.moment),
      ...reservationsCompleted(offers.map((offer) => offer.settlement)),
    ])
  } catch (error) {
    if (isClockGone(error)) throw clockAdvancing(first.moment.clockId ?? '')
    throw reservationRefusal(error)
  }
}

const waits = ({ waitsForHandover }: NewOffer) => waitsForHandover
const waitOf = ({ id: policyId, createdAt: at }: NewPolicy) => ({ policyId, at })

/** The first version of a policy: what it will be on every day, if it is paid. */
function newVersionOf({
  policy,
  moment,
  frequency,
}: NewOffer): NewVersion & { content: PolicyContent } {
  const content = contentOf(policy, moment)
  const version = {
    id: policy.versionId,
    policyId: policy.id,
    kind: 'offer',
    state: 'active',
    number: 1,
    basedOn: null,
    details: {},
    effectiveDay: policy.startDay,
    requestedBy: policy.distributorId,
    createdAt: policy.createdAt,
  } as const
  return { version, timeline: soldTimeline(policy, frequency, content.id), content }
}

function offerCreated(policy: NewPolicy): News {
  return {
    type: 'offer.created',
    about: policy,
    data: { status: 'ready', version_id: policy.versionId },
  }
}
