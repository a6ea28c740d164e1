import { isDeepStrictEqual } from 'node:util'
import {
  type FieldError,
  type JsonObject,
  type Moment,
  type JsonPath,
  type PlanId,
  type ProductVersionId,
  Refusal,
  clockIn,
  differingPaths,
  isJsonObject,
  deepMerge,
  mintId,
} from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { publishedOn } from '../deadlines/index.ts'
import type { Datasets, ItemsById } from '../datasets/index.ts'
import {
  type ContentDocument,
  type Policy,
  type PolicyTimeline,
  documentOf,
  selectContents,
} from '../policies/index.ts'
import {
  type Catalogue,
  type Cover,
  type LoadedItem,
  type LoadedVersion,
  type RenewalKind,
  type RenewedAnswer,
  type Terms,
  coverTerms,
  coverYearsMax,
  planAnswers,
} from '../products/index.ts'
import {
  type OnCalculationFailed,
  type Quote,
  calculationFailed,
  checkData,
  expandedInput,
  knockout,
  priceAnswers,
  priceOutOfRange,
  selectQuotes,
} from '../quotes/index.ts'
import { type TaxRateChange, taxByLaw } from '../pricing/index.ts'
import { termsOf } from '../policy-transactions/index.ts'
import {
  type TermDays,
  areSameTaxChanges,
  nextTerm,
  segmentOn,
  taxChangesOn,
} from '../timelines/index.ts'
import { type NextTermEndorsement, mergedValues } from './endorsements/next-term-endorsement.ts'
import { selectPending } from './endorsements/next-term-endorsement-store.ts'
import { type GivenForTerm, type RenewalProblem, nothingGiven } from './renewal.ts'

export interface PreviewRenewalDeps {
  readonly db: Reader
  readonly catalogue: Catalogue
  readonly datasets: Pick<Datasets, 'lookUp'>
  readonly onCalculationFailed: OnCalculationFailed
}

export interface RenewalToPreview {
  readonly policy: Policy
  readonly timeline: PolicyTimeline
  readonly given: GivenForTerm
  /** What would be endorsed for it besides. */
  readonly endorsed?: GivenForTerm | undefined
  /** On which version; the newest that is published where it is null. */
  readonly productVersionId: ProductVersionId | null
  /** A price that was found before, which stays where answers and version do. */
  readonly quoted: Quote | null
}

/** The next term of a policy as it would be. */
export interface PreviewedRenewal {
  readonly days: TermDays
  readonly kind: Exclude<RenewalKind, 'none'>
  readonly productVersionId: ProductVersionId
  readonly planId: PlanId
  readonly paymentBefore: number
  /** What is endorsed for it. */
  readonly pending: readonly NextTermEndorsement[]
  readonly outcome: RenewalOutcome
}

export type RenewalOutcome =
  | ({ readonly state: 'priced' } & PricedTerm)
  | { readonly state: 'blocked'; readonly problems: readonly RenewalProblem[] }
  | { readonly state: 'knocked_out'; readonly code: string }

interface PricedTerm {
  readonly quote: Quote
  /** Whether the price was found before. */
  readonly isKept: boolean
  /** The answers that the next term replaces. */
  readonly answers: readonly string[]
  /** The paths of the policy data that it replaces, and the data afterwards; null if that stays. */
  readonly places: readonly JsonPath[]
  readonly known: ContentDocument | null
  /** Its price by the version before, with what is endorsed for it, where that may have to be kept. */
  readonly heldQuote: Quote | null
}

/**
 * Prices the next term of a policy: what is known on the last day of the term, with what the product
 * sets and the values given for it merged in, by the rules and prices of another version. Outside of any
 * transaction, since a rater may be asked; nothing is written.
 */
export async function previewRenewal(
  deps: PreviewRenewalDeps,
  request: RenewalToPreview,
  moment: Moment,
): Promise<PreviewedRenewal> {
  const { policy, timeline, endorsed = nothingGiven } = request
  const term = timeline.terms.at(-1)
  if (term === undefined || term.lastDay === null) {
    throw new Error(`policy ${policy.id} has no term that ends`)
  }
  const held = segmentOn(timeline, term.lastDay)
  const [[before], [content], integration, onClock, pending] = await Promise.all([
    selectQuotes(deps.db, [held.quoteId]),
    selectContents(deps.db, [held.contentId]),
    deps.catalogue.integration(policy.integrationId),
    publishedOn(deps.db, policy),
    selectPending(deps.db, policy.id, term.lastDay.add({ days: 1 })),
  ])
  if (before === undefined || content === undefined) {
    throw new Error(`what policy ${policy.id} says of ${term.lastDay} is gone`)
  }
  const { planId = before.planId } = request.given
  const given = mergedValues([...pending, request.given, endorsed])
  const newest = request.productVersionId ?? onClock ?? integration?.liveVersionId ?? null
  const version = newest === null ? undefined : await deps.catalogue.version(newest)
  // Where nothing is published, the version that was sold gives the length of the next term.
  const sold = await versionOf(deps, policy)
  const { renewal } = (version ?? sold).definition
  const days = nextTerm(
    { firstDay: term.firstDay, lastDay: term.lastDay },
    term.isOpen ? Temporal.Duration.from(renewal.term) : agreedDuration(before),
  )
  const previewed = {
    days,
    kind: keptKind(renewal.kind, sold.definition.renewal.kind),
    productVersionId: version?.id ?? policy.productVersionId,
    planId,
    paymentBefore: held.price.payment,
    pending,
  }
  const blocked = (problems: readonly RenewalProblem[]): PreviewedRenewal => {
    return { ...previewed, outcome: { state: 'blocked', problems } }
  }
  if (version === undefined) return blocked([{ code: 'product' }])
  // What is published on the clock came with its integrations, which are published nowhere else.
  const inVersionId =
    (onClock === null
      ? integration?.liveIntegrationVersionId
      : integration?.newestIntegrationVersionId) ?? null
  const integrationVersion =
    inVersionId === null ? undefined : await deps.catalogue.integrationVersion(inVersionId)
  const item = version.items.get(policy.itemId)
  const misfits = misfitsOf(policy, version, days, {
    item,
    hasPlan: version.plans.has(planId),
    hasIntegration: integrationVersion !== undefined,
  })
  if (misfits.length > 0 || item === undefined || integrationVersion === undefined) {
    return blocked(misfits)
  }
  const set = {
    ...answersSet(renewal.set, item, days, before.customerInput),
    ...(planId !== before.planId && planAnswers(version, item, planId)),
  }
  const customerInput = deepMerge(deepMerge(before.customerInput, set), given.answers)
  const now = momentOfAsking(clockIn(policy.timeZone, moment.now), days, renewal.noticeDays)
  const answers = await checkData(deps.datasets, version, {
    checker: item.quoteChecker,
    document: { data: customerInput },
    now,
  })
  const datasetItems = itemsOf(answers.items)
  const known = await checkKnown(deps, {
    policy,
    sold,
    version,
    item,
    now,
    quote: { customerInput, datasetItems },
    before: documentOf(content),
    data: given.data,
  })
  const errors = [
    ...answers.errors.map((error) => ({ code: 'answer', error }) as const),
    ...known.errors.map((error) => ({ code: 'field', error }) as const),
  ]
  if (errors.length > 0) return blocked(errors)
  const replaced = {
    answers: [...new Set([...Object.keys(set), ...Object.keys(given.answers)])],
    places: known.places,
    known: known.places.length === 0 ? null : known.after,
  }
  const { quoted } = request
  const changes = mergedValues([...pending, endorsed])
  const taxChanges = taxChangesOn(timeline, days.firstDay)
  const heldQuote = await priceByVersionBefore(
    deps,
    { policy, sold, before, changes, days, taxChanges },
    moment,
  )
  const isKept =
    quoted !== null &&
    quoted.productVersionId === version.id &&
    quoted.planId === planId &&
    quoted.cover.startDay.equals(days.firstDay) &&
    areSameTaxChanges(quoted.premium.taxChanges, taxChanges) &&
    isDeepStrictEqual(quoted.customerInput, customerInput)
  if (isKept)
    return {
      ...previewed,
      outcome: { state: 'priced', quote: quoted, isKept, heldQuote, ...replaced },
    }
  const terms = { version, item, planId, integrationVersion }
  const cover = { startDay: days.firstDay, endDay: term.isOpen ? null : days.lastDay }
  const priced = await price(deps, terms, cover, {
    data: answers.expanded,
    today: days.firstDay,
    // The product has set these itself.
    held: Object.keys(set),
  })
  if (priced.state !== 'priced') return { ...previewed, outcome: priced }
  const premium = taxByLaw(priced.premium, taxChanges)
  const quote: Quote = {
    ...before,
    id: mintId('qu', moment),
    productVersionId: version.id,
    planId,
    integrationVersionId: integrationVersion.id,
    pricingLogicId: item.pricingLogicId,
    pricingRevisionId: item.pricingRevisionId,
    customerInput,
    datasetItems,
    premium,
    quotedOn: days.firstDay,
    cover: {
      strategy: coverTerms(premium, answers.expanded).strategy,
      ...cover,
    },
    createdAt: moment.now,
    expiresAt: moment.now,
    endorsement: { policyId: policy.id, versionId: policy.versionId, effectiveDay: days.firstDay },
  }
  return {
    ...previewed,
    outcome: { state: 'priced', quote, isKept: false, heldQuote, ...replaced },
  }
}

/**
 * What is endorsed for the next term, priced by the version of the term before: the law may not let the premium
 * rise for anything else but a tax that it changes itself. Null where it does, where neither is the case, and
 * where that version has no price.
 */
async function priceByVersionBefore(
  deps: PreviewRenewalDeps,
  next: {
    readonly policy: Policy
    readonly sold: LoadedVersion
    readonly before: Quote
    readonly changes: GivenForTerm
    readonly days: TermDays
    /** Those that count on its first day. */
    readonly taxChanges: readonly TaxRateChange[]
  },
  moment: Moment,
): Promise<Quote | null> {
  const { policy, sold, before, changes, days, taxChanges } = next
  if (sold.definition.law !== 'de') return null
  if (Object.keys(changes.answers).length === 0) {
    if (areSameTaxChanges(before.premium.taxChanges, taxChanges)) return null
    return {
      ...before,
      id: mintId('qu', moment),
      premium: taxByLaw(before.premium, taxChanges),
      createdAt: moment.now,
      expiresAt: moment.now,
      endorsement: {
        policyId: policy.id,
        versionId: policy.versionId,
        effectiveDay: days.firstDay,
      },
    }
  }
  const customerInput = deepMerge(before.customerInput, changes.answers)
  const terms = await termsOf(deps.catalogue, before)
  const { expanded, items } = await checkData(deps.datasets, terms.version, {
    checker: terms.item.quotePatchChecker,
    document: { data: customerInput },
    now: days.firstDay.toPlainDateTime(),
  })
  const priced = await price(deps, terms, before.cover, {
    data: expanded,
    today: days.firstDay,
    held: Object.keys(expanded),
  })
  if (priced.state !== 'priced') return null
  return {
    ...before,
    id: mintId('qu', moment),
    customerInput,
    datasetItems: itemsOf(items),
    premium: taxByLaw(priced.premium, taxChanges),
    quotedOn: days.firstDay,
    createdAt: moment.now,
    expiresAt: moment.now,
    endorsement: { policyId: policy.id, versionId: policy.versionId, effectiveDay: days.firstDay },
  }
}

function itemsOf(items: ItemsById): JsonObject | null {
  if (items.size === 0) return null
  return Object.fromEntries([...items.values()].map(({ id, values }) => [id, values]))
}

async function versionOf(deps: PreviewRenewalDeps, policy: Policy): Promise<LoadedVersion> {
  const version = await deps.catalogue.version(policy.productVersionId)
  if (version === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
  return version
}

/** A product that is no longer renewed blocks the renewal, and keeps the kind that was sold. */
function keptKind(kind: RenewalKind, sold: RenewalKind): PreviewedRenewal['kind'] {
  if (kind !== 'none') return kind
  return sold === 'none' ? 'on_acceptance' : sold
}

/** The duration for which the last term was sold, where it was sold for one. */
function agreedDuration(quote: Quote): Temporal.Duration | null {
  const { strategy, duration } = coverTerms(quote.premium, expandedInput(quote))
  if (strategy !== 'start_plus_duration' || typeof duration !== 'string') return null
  return Temporal.Duration.from(duration)
}

function misfitsOf(
  policy: Policy,
  { definition }: LoadedVersion,
  days: TermDays,
  found: {
    readonly item: LoadedItem | undefined
    readonly hasPlan: boolean
    readonly hasIntegration: boolean
  },
): RenewalProblem[] {
  const lastYear = policy.startDay.add({ years: coverYearsMax })
  const misfits = {
    not_renewed: definition.renewal.kind === 'none',
    item: found.item === undefined,
    plan: !found.hasPlan,
    integration: !found.hasIntegration,
    currency: definition.currency !== policy.currency,
    language: !definition.languages.includes(policy.language),
    too_long: Temporal.PlainDate.compare(days.lastDay, lastYear) >= 0,
  } as const
  const codes = Object.keys(misfits) as (keyof typeof misfits)[] // It has no others.
  return codes.filter((code) => misfits[code]).map((code) => ({ code }))
}

/** The answers that the product sets for the next term, as far as the item asks for them. */
function answersSet(
  set: Readonly<Record<string, RenewedAnswer>>,
  { definition }: LoadedItem,
  { firstDay, lastDay }: TermDays,
  before: JsonObject,
): JsonObject {
  const asked = new Set(definition.quoteRules.quote.map(({ name }) => name))
  const applicable = Object.entries(set).filter(([name]) => asked.has(name))
  return Object.fromEntries(
    applicable.flatMap(([name, answer]) => {
      if (answer === 'start') return [[name, firstDay.toString()]]
      if (answer === 'end') return [[name, lastDay.toString()]]
      if ('value' in answer) return [[name, answer.value]]
      const known = before[name]
      // A number that was never answered cannot be increased; the rules decide whether it is required.
      return typeof known === 'number' ? [[name, known + answer.add]] : []
    }),
  )
}

interface KnownToCheck {
  readonly policy: Policy
  readonly sold: LoadedVersion
  readonly version: LoadedVersion
  readonly item: LoadedItem
  readonly now: Temporal.PlainDateTime
  readonly quote: Pick<Quote, 'customerInput' | 'datasetItems'>
  readonly before: ContentDocument
  readonly data: JsonObject
}

/** Checks the policy by the new rules: errors that the old rules report as well are left out. */
async function checkKnown(deps: PreviewRenewalDeps, known: KnownToCheck) {
  const { policy, sold, version, item, now, quote, before, data } = known
  const { data: merged, ...others } = deepMerge(before, { data })
  const document = { ...others, data: isJsonObject(merged) ? merged : {} }
  const { errors, expanded } = await checkData(deps.datasets, version, {
    checker: item.policyChecker,
    document,
    now,
    quote,
  })
  const soldItem = sold.items.get(policy.itemId)
  const errorsBefore =
    errors.length === 0 || soldItem === undefined
      ? []
      : (
          await checkData(deps.datasets, sold, {
            checker: soldItem.policyChecker,
            document: before,
            now,
            quote,
          })
        ).errors
  const after: ContentDocument = { ...document, data: expanded }
  return {
    errors: errors.filter((error) => !errorsBefore.some((other) => isSame(error, other))),
    after,
    places: differingPaths(before, after),
  }
}

function isSame(one: FieldError, other: FieldError): boolean {
  return (
    one.field === other.field &&
    one.path === other.path &&
    isDeepStrictEqual(one.rules, other.rules)
  )
}

type Priced =
  | { readonly state: 'priced'; readonly premium: Quote['premium'] }
  | Exclude<RenewalOutcome, { readonly state: 'priced' }>

async function price(
  deps: PreviewRenewalDeps,
  terms: Pick<Terms, 'version' | 'item' | 'planId' | 'integrationVersion'>,
  days: Pick<Cover, 'startDay' | 'endDay'>,
  answers: Parameters<typeof priceAnswers>[2],
): Promise<Priced> {
  let declinedBy: string = knockout.code
  const listening = { ...deps, onKnockout: (code: string) => void (declinedBy = code) }
  try {
    return {
      state: 'priced',
      premium: await priceAnswers(listening, { terms, languages: [] }, answers, {
        daysOf: () => days,
      }),
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.details.code === knockout.code) return { state: 'knocked_out', code: declinedBy }
    if (isUnpriced(error)) {
      return { state: 'blocked', problems: [{ code: 'calculation' }] }
    }
    const { errors = [] } = error.details
    if (errors.length === 0) throw error
    return { state: 'blocked', problems: errors.map((one) => ({ code: 'answer', error: one })) }
  }
}

function isUnpriced({ details }: Refusal): boolean {
  return details.code === calculationFailed.code || details.code === priceOutOfRange.code
}

/**
 * The rules were written for whoever buys some time before cover begins: a late renewal does not, and
 * neither does a dry run long before its notice.
 */
function momentOfAsking(
  now: Temporal.PlainDateTime,
  { firstDay }: TermDays,
  noticeDays: number,
): Temporal.PlainDateTime {
  const compare = (one: Temporal.PlainDateTime, other: Temporal.PlainDateTime) =>
    Temporal.PlainDateTime.compare(one, other)
  const notice = firstDay.subtract({ days: noticeDays + 1 }).toPlainDateTime()
  const dayBefore = firstDay.subtract({ days: 1 }).toPlainDateTime({ hour: 12 })
  if (compare(now, notice) < 0) return notice
  return compare(now, dayBefore) > 0 ? dayBefore : now
}
