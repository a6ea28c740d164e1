import type { Clock, PlanId, PolicyVersionId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { type DunningLetter, selectLetter } from '../dunning/index.ts'
import { selectAccount } from '../identity/index.ts'
import {
  type Deferral,
  type IssuedInvoice,
  selectChargedBy,
  selectDeferral,
  selectIssuedInvoice,
} from '../ledger/index.ts'
import { type Payment, selectPaymentsOf } from '../payments/index.ts'
import {
  type Policy,
  type PolicySegment,
  type ReadVersion,
  endDayOf,
  openSecret,
  readVersion,
  selectContents,
} from '../policies/index.ts'
import { planOutcome } from '../policy-transactions/index.ts'
import { taxByLaw } from '../pricing/index.ts'
import type { Catalogue, DocumentOccasion, PaymentPlanDefinition } from '../products/index.ts'
import { type Quote, cyclesOf, expandedInput, selectQuotes } from '../quotes/index.ts'
import type {
  CaseContent,
  CasePayment,
  CasePlanChange,
  CaseRenewal,
  DocumentCase,
} from './document-case.ts'
import type { RenewalDocuments } from '../jobs/index.ts'
import {
  type Renewal,
  mergedValues,
  selectNextTermEndorsements,
  selectRenewal,
} from '../renewals/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { Sheet } from './document.ts'
import { gatherInvoice } from './gather-invoice.ts'
import { gatherLetter } from './gather-letter.ts'
import { payLinkOf, payPages } from './pay-pages.ts'
import { noTransaction, transactionCase } from './transaction-case.ts'
import { withdrawalCase } from './withdrawal-case.ts'
import type { RenderService, Stationery } from './render-service.ts'
import { type PlanChange, planOn, taxChangesOn } from '../timelines/index.ts'
import { withdrawalLink } from '../withdrawals/index.ts'
import { shownSegment } from './shown-segment.ts'

/** A version of a policy as its documents show it, whatever became of the policy since. */
export interface DocumentedVersion extends ReadVersion {
  /** Where the documents are its own. */
  readonly invoice: IssuedInvoice | null
  /** Where the document is about it. */
  readonly deferral: Deferral | null
  /** Where the document is this letter. */
  readonly letter: DunningLetter | null
  /** Where the document is its notice. */
  readonly renewal: Renewal | null
  /** The day that its documents show. */
  readonly day: Temporal.PlainDate
  readonly segment: PolicySegment
  readonly quote: Quote
  readonly stationery: Stationery
}

export interface GatherDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly renderService: RenderService
  readonly keyRing: KeyRing
  readonly publicUrl: string
}

/** The version that a sheet is about; undefined for an invoice that has no number yet. */
export async function readDocumented(
  deps: GatherDeps,
  policy: Policy,
  sheet: Sheet,
): Promise<DocumentedVersion | undefined> {
  if ('quoteId' in sheet) return readDocumentedRenewal(deps, policy, sheet)
  if ('letterId' in sheet) {
    const letter = await selectLetter(deps.db, sheet.letterId)
    if (letter === undefined) throw new Error(`there is no letter ${sheet.letterId}`)
    return readDocumentedVersion(deps, policy, letter.versionId, { ...ofNothing, letter })
  }
  if ('deferralId' in sheet) {
    const deferral = await selectDeferral(deps.db, sheet.deferralId)
    if (deferral === undefined) throw new Error(`there is no deferral ${sheet.deferralId}`)
    const invoice = await selectIssuedInvoice(deps.db, deferral.invoiceId)
    const about = invoice && { ...ofNothing, invoice, deferral }
    return about && readDocumentedVersion(deps, policy, deferral.versionId, about)
  }
  if (!('invoiceId' in sheet)) {
    return readDocumentedVersion(deps, policy, sheet.versionId, ofNothing)
  }
  const invoice = await selectIssuedInvoice(deps.db, sheet.invoiceId)
  return (
    invoice && readDocumentedVersion(deps, policy, invoice.versionId, { ...ofNothing, invoice })
  )
}

type About = Pick<DocumentedVersion, 'invoice' | 'deferral' | 'letter'>
const ofNothing: About = { invoice: null, deferral: null, letter: null }

async function readDocumentedVersion(
  deps: GatherDeps,
  policy: Policy,
  versionId: PolicyVersionId,
  about: About,
): Promise<DocumentedVersion> {
  const read = await readVersion(deps.db, policy, versionId)
  const { version, timeline } = read
  const day = about.invoice?.issueDay ?? about.letter?.day ?? dayOf(version, timeline)
  const segment = shownSegment(timeline, day)
  const [quote] = await selectQuotes(deps.db, [segment.quoteId])
  if (quote === undefined) throw new Error(`quote ${segment.quoteId} is gone`)
  const stationery = await deps.renderService.stationery(quote.productVersionId)
  if (stationery === undefined) throw new Error(`version ${quote.productVersionId} is gone`)
  return { ...read, ...about, renewal: null, day, segment, quote, stationery }
}

/**
 * A term that was adjusted is shown as it began, a change of tax as it counts; all else as it ended, where it
 * has.
 */
function dayOf(
  { kind, effectiveDay }: ReadVersion['version'],
  { ending }: ReadVersion['timeline'],
): Temporal.PlainDate {
  const isOfItsDay = kind === 'adjustment' || kind === 'tax_change'
  return isOfItsDay ? effectiveDay : (ending?.lastDay ?? effectiveDay)
}

/** The next term at the price of the notice; undefined where another is offered by now. */
async function readDocumentedRenewal(
  deps: GatherDeps,
  policy: Policy,
  { quoteId, versionId }: RenewalDocuments,
): Promise<DocumentedVersion | undefined> {
  const [quote] = await selectQuotes(deps.db, [quoteId])
  if (quote === undefined) throw new Error(`quote ${quoteId} is gone`)
  const day = quote.cover.startDay
  const renewal = await selectRenewal(deps.db, policy.id, day)
  // What was offered before something was endorsed for the term is void.
  if (renewal?.quoteId !== quoteId || renewal.state === 'scheduled') return undefined
  const read = await readVersion(deps.db, policy, versionId)
  const held = shownSegment(read.timeline, day)
  const segment = { ...held, quoteId, contentId: renewal.contentId ?? held.contentId }
  const stationery = await deps.renderService.stationery(quote.productVersionId)
  if (stationery === undefined) throw new Error(`version ${quote.productVersionId} is gone`)
  return { ...read, ...ofNothing, renewal, day, segment, quote, stationery }
}

/** The next term for its notice, beside the content that holds until then. */
async function gatherRenewal(
  deps: Pick<GatherDeps, 'db' | 'keyRing' | 'publicUrl'>,
  policy: Policy,
  documented: DocumentedVersion,
): Promise<CaseRenewal | null> {
  const { renewal } = documented
  if (renewal === null || renewal.lastDay === null) return null
  const { firstDay, lastDay, kind } = renewal
  const held = shownSegment(documented.timeline, firstDay)
  const [[quote], token, endorsements] = await Promise.all([
    selectQuotes(deps.db, [held.quoteId]),
    openSecret(deps, { policyId: policy.id, kind: 'renewal', subject: '' }),
    selectNextTermEndorsements(deps.db, policy.id),
  ])
  if (quote === undefined || token === undefined)
    throw new Error(`policy ${policy.id} has no notice`)
  const before = await readContent(deps.db, documented, held, quote)
  const link = `${deps.publicUrl}/policies/${policy.id}/renewal?token=${token}`
  const counting = endorsements.filter(
    (one) => one.firstDay.equals(firstDay) && (one.state === 'pending' || one.state === 'applied'),
  )
  const byIndex = mergedValues(counting.filter((one) => one.massEndorsementId !== null))
  const requested = mergedValues(counting.filter((one) => one.massEndorsementId === null))
  const indexed = Object.keys(byIndex.answers)
  const answers = Object.keys(requested.answers).filter((name) => !indexed.includes(name))
  const endorsed = { answers, data: Object.keys(requested.data) }
  return { isAutomatic: kind === 'automatic', firstDay, lastDay, before, endorsed, indexed, link }
}

/** The facts of all documents of an occasion. */
export async function gatherCase(
  deps: Pick<GatherDeps, 'db' | 'keyRing' | 'publicUrl'>,
  policy: Policy,
  documented: DocumentedVersion,
  occasion: DocumentOccasion,
): Promise<DocumentCase> {
  const { db } = deps
  const { definition, fields, items, plans } = documented.stationery
  const [insurer, distributor, payments, content, before, charged] = await Promise.all([
    selectAccount(db, policy.insurerId),
    selectAccount(db, policy.distributorId),
    selectPaymentsOf(db, policy.id),
    readContent(db, documented, documented.segment, shownQuote(documented)),
    contentBefore(db, documented),
    // Posted with the transaction: its document need not wait for the money to move.
    selectChargedBy(db, policy.id, documented.version.id),
  ])
  const itemKey = items.find((item) => item.itemId === documented.quote.itemId)?.key
  const planOf = (id: PlanId) => {
    const planKey = plans.find((one) => one.id === id)?.key
    return definition.paymentPlans.find((one) => one.key === planKey)
  }
  const item = definition.items.find((one) => one.key === itemKey)
  const plan = planOf(planOn(documented.timeline, documented.day).planId)
  if (!insurer || !distributor || !item || !plan) {
    throw new Error(`policy ${policy.id} refers to an account, item or plan that is gone`)
  }
  const payment = payments.find((one) => one.status === 'ok') ?? null
  const pageOf = payPages(deps, policy, plan)
  const about = {
    invoice:
      documented.invoice && (await gatherInvoice(db, documented, documented.invoice, payments)),
    deferral: documented.deferral,
    dunning: documented.letter && (await gatherLetter(db, documented.letter, pageOf)),
  }
  return {
    occasion,
    language: policy.language,
    at: momentOf(policy, documented, occasion),
    definition,
    withdrawalLink: definition.withdrawal === null ? null : withdrawalLink(deps.publicUrl, policy),
    fields,
    item,
    plan,
    insurer,
    distributor,
    policy: {
      ...policy,
      versionId: documented.version.id,
      ...daysOf(documented, occasion),
      isEnded: documented.timeline.ending !== null,
    },
    content,
    payment: payment && casePayment(payment),
    ...(isOfVersion(documented)
      ? transactionCase(documented, before, charged, planChangeOf(documented, planOf))
      : noTransaction),
    withdrawal: isOfVersion(documented) ? await withdrawalCase(db, documented) : null,
    ...about,
    payLink: await payLinkOf(policy, occasion, about, pageOf),
    renewal: await gatherRenewal(deps, policy, documented),
  }
}

/** A change of tax may count from a term on that is not sold yet: its rate is known, but no price. */
function shownQuote({ version, timeline, day, quote }: DocumentedVersion): Quote {
  if (version.kind !== 'tax_change') return quote
  return { ...quote, premium: taxByLaw(quote.premium, taxChangesOn(timeline, day)) }
}

/** The change of plan that an endorsement is, as its document shows it. */
function planChangeOf(
  { version, timeline, before }: DocumentedVersion,
  planOf: (id: PlanId) => PaymentPlanDefinition | undefined,
): CasePlanChange | null {
  if (version.kind !== 'endorsement' || before === null) return null
  const found = (plan: PlanChange) => {
    const definition = planOf(plan.planId)
    if (definition === undefined) throw new Error(`the plan ${plan.planId} is gone`)
    return definition
  }
  const outcome = planOutcome(version, before, timeline, found)
  if (outcome === null) return null
  const { period, amount, dueDay } = outcome.first
  const { firstDay, lastDay } = period
  return {
    before: found(outcome.before),
    first: { firstDay, lastDay, amount: amount.payment, dueDay },
  }
}

/** Whether the documents are about the version itself. */
function isOfVersion({ invoice, letter, renewal }: DocumentedVersion): boolean {
  return invoice === null && letter === null && renewal === null
}

/** The days that were sold, from the first term to the last. */
function daysOf(
  { timeline }: DocumentedVersion,
  occasion: DocumentOccasion,
): {
  startDay: Temporal.PlainDate
  endDay: Temporal.PlainDate | null
} {
  const [first] = timeline.terms
  if (first === undefined) throw new Error('a timeline has a term')
  // A policy that is cancelled for later is no proof of cover after that day.
  const endsOn = provesCover.includes(occasion) ? timeline.ending?.lastDay : undefined
  return { startDay: first.firstDay, endDay: endsOn ?? endDayOf(timeline) }
}

const provesCover: readonly DocumentOccasion[] = ['policy', 'endorsement', 'reinstatement']

/** When the offer was made, the policy issued, or the transaction done: the day a document is dated. */
function momentOf(
  policy: Policy,
  { version, invoice, deferral, letter, renewal }: DocumentedVersion,
  occasion: DocumentOccasion,
): Temporal.Instant {
  if (deferral !== null) return deferral.deferredAt
  if (invoice !== null) return invoice.createdAt
  if (letter !== null) return letter.writtenAt
  if (renewal !== null) return renewal.offeredAt ?? version.createdAt
  if (occasion === 'offer') return policy.createdAt
  if (version.kind === 'offer') return policy.issuedAt ?? policy.createdAt
  return version.settledAt ?? version.createdAt
}

async function readContent(
  db: Database,
  { timeline, day }: Pick<DocumentedVersion, 'timeline' | 'day'>,
  { contentId }: PolicySegment,
  quote: Quote,
): Promise<CaseContent> {
  const [content] = await selectContents(db, [contentId])
  if (content === undefined) throw new Error(`content ${contentId} is gone`)
  const { firstName, lastName, email, data } = content
  return {
    firstName,
    lastName,
    email,
    data,
    quote: {
      ...quote,
      data: expandedInput(quote),
      billingCycles: cyclesOf(quote.premium, planOn(timeline, day).frequency),
    },
  }
}

/** The content on the day of an endorsement or adjustment under the version that it was made on. */
async function contentBefore(
  db: Database,
  documented: DocumentedVersion,
): Promise<CaseContent | null> {
  const { kind } = documented.version
  const isReplacing = kind === 'endorsement' || kind === 'adjustment' || kind === 'tax_change'
  if (!isOfVersion(documented) || !isReplacing || documented.before === null) return null
  const segment = shownSegment(documented.before, documented.day)
  const [quote] = await selectQuotes(db, [segment.quoteId])
  if (quote === undefined) throw new Error(`quote ${segment.quoteId} is gone`)
  return readContent(db, { ...documented, timeline: documented.before }, segment, quote)
}

function casePayment({ provider, method, amount, processedAt, createdAt }: Payment): CasePayment {
  return { provider, method, amount, at: processedAt ?? createdAt }
}
