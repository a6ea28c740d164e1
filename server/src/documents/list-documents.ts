import { type InvoiceId, type ProductVersionId, type QuoteId, isId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type DunningLetter, selectLetter, selectLettersOf } from '../dunning/index.ts'
import type { VersionDocuments } from '../jobs/index.ts'
import {
  type Deferral,
  type NewestIssued,
  selectDeferral,
  selectIssuedInvoice,
  selectNewestDeferral,
  selectNewestIssued,
  selectNumbers,
} from '../ledger/index.ts'
import {
  type HeldVersion,
  type Policy,
  namedCancellation,
  selectHeldVersions,
  selectShownQuote,
} from '../policies/index.ts'
import { occasionsOf } from '../policy-transactions/index.ts'
import { type Renewal, selectRenewal } from '../renewals/index.ts'
import type { DocumentOccasion, ProductDefinition } from '../products/index.ts'
import { selectQuotes } from '../quotes/index.ts'
import { type DocumentKey, type PolicyDocument, documentsFor } from './document.ts'
import type { RenderService } from './render-service.ts'

interface ListDeps {
  readonly db: Queryable
  readonly renderService: RenderService
}

/** The documents of the offer that a policy began as. */
export async function offerDocuments(deps: ListDeps, policy: Policy): Promise<PolicyDocument[]> {
  const offer = await offerOf(deps, policy)
  return offer === undefined ? [] : documentsOf(deps, policy, offer, ['offer'])
}

/** An offer that nobody has paid has no other version. */
async function offerOf(deps: ListDeps, policy: Policy): Promise<HeldVersion | undefined> {
  if (policy.issuedAt === null)
    return { id: policy.versionId, kind: 'offer', details: {}, quoteId: policy.quoteId }
  return (await selectHeldVersions(deps.db, policy.id)).find(({ kind }) => kind === 'offer')
}

/**
 * The newest documents of each kind, those of the newest version first, the invoice and the credit note
 * last; none before it is paid.
 */
export async function policyDocuments(deps: ListDeps, policy: Policy): Promise<PolicyDocument[]> {
  if (policy.issuedAt === null) return []
  const listed: PolicyDocument[] = []
  const seen = new Set<DocumentOccasion>()
  const held = await selectHeldVersions(deps.db, policy.id)
  for (const version of held) {
    const occasions = occasionsOf(version.kind).filter((occasion) => !seen.has(occasion))
    for (const occasion of occasions) seen.add(occasion)
    listed.push(...(await documentsOf(deps, policy, version, occasions)))
  }
  const notice = await newestNotice(deps, policy)
  const letters = await newestLetters(deps, policy)
  const deferral = await newestDeferral(deps, policy)
  const invoices = await newestInvoices(deps, policy, held)
  return [...listed, ...notice, ...letters, ...deferral, ...invoices]
}

/** The documents of one version, also of one that others came after, or of one invoice. */
export async function documentsOfSubject(
  deps: ListDeps,
  policy: Policy,
  subjectId: DocumentKey['subjectId'],
): Promise<PolicyDocument[]> {
  if (policy.issuedAt === null) return []
  if (isId('bil', subjectId)) {
    const invoice = await selectIssuedInvoice(deps.db, subjectId)
    return invoice?.policyId === policy.id ? documentsOfInvoice(deps, policy, invoice) : []
  }
  if (isId('qu', subjectId)) return newestNotice(deps, policy)
  if (isId('dnl', subjectId)) {
    const letter = await selectLetter(deps.db, subjectId)
    return letter?.policyId === policy.id ? documentsOfLetter(deps, policy, letter) : []
  }
  if (isId('dfr', subjectId)) {
    const deferral = await selectDeferral(deps.db, subjectId)
    return deferral?.policyId === policy.id ? documentsOfDeferral(deps, policy, deferral) : []
  }
  const [version] = await selectHeldVersions(deps.db, policy.id, subjectId)
  return version === undefined ? [] : documentsOf(deps, policy, version, occasionsOf(version.kind))
}

/** The documents of whatever it is now, an offer or a policy. */
export async function presentDocuments(deps: ListDeps, policy: Policy): Promise<PolicyDocument[]> {
  return policy.issuedAt === null ? offerDocuments(deps, policy) : policyDocuments(deps, policy)
}

/** A document that belongs to several occasions of a version is the same for all: it is listed once. */
async function documentsOf(
  deps: ListDeps,
  policy: Policy,
  version: HeldVersion,
  occasions: readonly VersionDocuments['occasion'][],
): Promise<PolicyDocument[]> {
  const definition = await deps.renderService.definition(await soldOn(deps.db, policy, version))
  if (definition === undefined) return []
  const sheet = { policyId: policy.id, versionId: version.id }
  const documents = occasions.flatMap((occasion) =>
    documentsFor(definition, policy.language, { ...sheet, occasion }, namedCancellation(version)),
  )
  const first = new Map(documents.toReversed().map((one) => [one.designation, one]))
  return documents.filter((one) => first.get(one.designation) === one)
}

/** The product version on which the term that a policy version shows was sold. */
async function soldOn(
  db: Queryable,
  policy: Policy,
  { quoteId }: { readonly quoteId: QuoteId | null },
): Promise<ProductVersionId> {
  // A version without a timeline yet is as it was sold, and so is one with the policy's own quote.
  if (quoteId === null || quoteId === policy.quoteId) return policy.productVersionId
  const [quote] = await selectQuotes(db, [quoteId])
  if (quote === undefined) throw new Error(`quote ${quoteId} is gone`)
  return quote.productVersionId
}

/** The notice of the next term, while that is still to come. */
async function newestNotice(deps: ListDeps, policy: Policy): Promise<PolicyDocument[]> {
  const { termLastDay, renewalNoticeAt } = policy
  if (termLastDay === null || renewalNoticeAt !== null) return []
  const renewal = await selectRenewal(deps.db, policy.id, termLastDay.add({ days: 1 }))
  if (renewal === undefined || renewal.quoteId === null || !isOffered(renewal)) return []
  const definition = await deps.renderService.definition(renewal.productVersionId)
  if (definition === undefined) return []
  const sheet = { policyId: policy.id, quoteId: renewal.quoteId, versionId: renewal.basedOn }
  return documentsFor(definition, policy.language, { ...sheet, occasion: 'renewal_notice' })
}

/** The newest letter of each kind that counts. */
async function newestLetters(deps: ListDeps, policy: Policy): Promise<PolicyDocument[]> {
  const definition = await deps.renderService.definition(policy.productVersionId)
  if (definition?.dunning == null) return []
  const letters = await selectLettersOf(deps.db, policy.id)
  const newest = new Map(letters.map((letter) => [letter.kind, letter]))
  const listed = [...newest.values()].map((letter) => documentsOfLetter(deps, policy, letter))
  return (await Promise.all(listed)).flat()
}

async function documentsOfLetter(
  deps: ListDeps,
  policy: Policy,
  { id: letterId, versionId, kind: occasion, day }: DunningLetter,
): Promise<PolicyDocument[]> {
  const quoteId = await selectShownQuote(deps.db, versionId, day)
  const definition = await deps.renderService.definition(await soldOn(deps.db, policy, { quoteId }))
  if (definition === undefined) return []
  const sheet = { policyId: policy.id, letterId, versionId, occasion }
  return documentsFor(definition, policy.language, sheet)
}

async function newestDeferral(deps: ListDeps, policy: Policy): Promise<PolicyDocument[]> {
  const definition = await deps.renderService.definition(policy.productVersionId)
  if (!isSentWith(definition, 'deferral')) return []
  const deferral = await selectNewestDeferral(deps.db, policy.id)
  return deferral === undefined ? [] : documentsOfDeferral(deps, policy, deferral)
}

async function documentsOfDeferral(
  deps: ListDeps,
  policy: Policy,
  { id: deferralId, versionId, dueBefore }: Deferral,
): Promise<PolicyDocument[]> {
  const quoteId = await selectShownQuote(deps.db, versionId, dueBefore)
  const definition = await deps.renderService.definition(await soldOn(deps.db, policy, { quoteId }))
  if (definition === undefined) return []
  const sheet = { policyId: policy.id, deferralId, versionId, occasion: 'deferral' } as const
  return documentsFor(definition, policy.language, sheet)
}

function isOffered({ state }: Renewal): boolean {
  return state === 'offered' || state === 'accepted'
}

/** Most policies have none of their own, as their product has no templates for them. */
async function newestInvoices(
  deps: ListDeps,
  policy: Policy,
  held: readonly HeldVersion[],
): Promise<PolicyDocument[]> {
  const isRenewed = held.some(({ kind }) => kind === 'renewal')
  const definition = await deps.renderService.definition(policy.productVersionId)
  const hasInvoices = isSentWith(definition, 'invoice') || isSentWith(definition, 'credit_note')
  if (!isRenewed && !hasInvoices) return []
  const newest = await selectNewestIssued(deps.db, policy.id)
  const listed = newest.map((invoice) => documentsOfInvoice(deps, policy, invoice, isRenewed))
  return (await Promise.all(listed)).flat()
}

/** The main document of each of these invoices that has one. */
export async function documentsOfInvoices(
  deps: ListDeps,
  policy: Policy,
  invoices: readonly NewestIssued[],
): Promise<ReadonlyMap<InvoiceId, PolicyDocument>> {
  const numbers = await selectNumbers(
    deps.db,
    invoices.map(({ id }) => id),
  )
  const held = await selectHeldVersions(deps.db, policy.id)
  const isRenewed = held.some(({ kind }) => kind === 'renewal')
  const found = new Map<InvoiceId, PolicyDocument>()
  for (const invoice of invoices.filter(({ id }) => numbers.has(id))) {
    const [main] = await documentsOfInvoice(deps, policy, invoice, isRenewed)
    if (main !== undefined) found.set(invoice.id, main)
  }
  return found
}

function isSentWith(
  definition: ProductDefinition | undefined,
  occasion: DocumentOccasion,
): boolean {
  return definition?.documents.some((document) => document.with.includes(occasion)) ?? false
}

async function documentsOfInvoice(
  deps: ListDeps,
  policy: Policy,
  { id: invoiceId, versionId, kind, issueDay }: NewestIssued,
  isRenewed = true,
): Promise<PolicyDocument[]> {
  const productVersionId = isRenewed
    ? await soldOn(deps.db, policy, {
        quoteId: await selectShownQuote(deps.db, versionId, issueDay),
      })
    : policy.productVersionId
  const definition = await deps.renderService.definition(productVersionId)
  if (definition === undefined) return []
  const occasion = kind === 'credit_note' ? 'credit_note' : 'invoice'
  return documentsFor(definition, policy.language, { policyId: policy.id, invoiceId, occasion })
}
