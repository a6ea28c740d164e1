import type { ProductVersionId, QuoteId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import {
  type HeldVersion,
  type Policy,
  occasionsOf,
  selectHeldVersions,
} from '../policies/index.ts'
import type { DocumentOccasion } from '../products/index.ts'
import { selectQuotes } from '../quotes/index.ts'
import { type PolicyDocument, documentsFor } from './document.ts'
import type { PrintShop } from './print-shop.ts'

interface ListDeps {
  readonly db: Queryable
  readonly printShop: PrintShop
}

/** The documents of the offer that a policy began as. */
export async function offerDocuments(deps: ListDeps, policy: Policy): Promise<PolicyDocument[]> {
  const offer = await offerOf(deps, policy)
  return offer === undefined ? [] : documentsOf(deps, policy, offer, ['offer'])
}

/** An offer that nobody has paid has no other version. */
async function offerOf(deps: ListDeps, policy: Policy): Promise<HeldVersion | undefined> {
  if (policy.issuedAt === null)
    return { id: policy.versionId, kind: 'offer', quoteId: policy.quoteId }
  return (await selectHeldVersions(deps.db, policy.id)).find(({ kind }) => kind === 'offer')
}

/** The newest documents of each kind, those of the newest version first; none before it is paid. */
export async function policyDocuments(deps: ListDeps, policy: Policy): Promise<PolicyDocument[]> {
  if (policy.issuedAt === null) return []
  const listed: PolicyDocument[] = []
  const told = new Set<DocumentOccasion>()
  for (const version of await selectHeldVersions(deps.db, policy.id)) {
    const occasions = occasionsOf[version.kind].filter((occasion) => !told.has(occasion))
    for (const occasion of occasions) told.add(occasion)
    listed.push(...(await documentsOf(deps, policy, version, occasions)))
  }
  return listed
}

/** The documents of one version, also of one that others came after. */
export async function versionDocuments(
  deps: ListDeps,
  policy: Policy,
  versionId: Policy['versionId'],
): Promise<PolicyDocument[]> {
  if (policy.issuedAt === null) return []
  const [version] = await selectHeldVersions(deps.db, policy.id, versionId)
  return version === undefined ? [] : documentsOf(deps, policy, version, occasionsOf[version.kind])
}

/** The documents of whatever it is now, an offer or a policy. */
export async function presentDocuments(deps: ListDeps, policy: Policy): Promise<PolicyDocument[]> {
  return policy.issuedAt === null ? offerDocuments(deps, policy) : policyDocuments(deps, policy)
}

/** A document that belongs to several occasions of a version is the same for all: it is told once. */
async function documentsOf(
  deps: ListDeps,
  policy: Policy,
  version: HeldVersion,
  occasions: readonly DocumentOccasion[],
): Promise<PolicyDocument[]> {
  const definition = await deps.printShop.definition(await soldOn(deps.db, policy, version))
  if (definition === undefined) return []
  const sheet = { policyId: policy.id, versionId: version.id }
  const documents = occasions.flatMap((occasion) =>
    documentsFor(definition, policy.language, { ...sheet, occasion }),
  )
  const first = new Map(documents.toReversed().map((one) => [one.designation, one]))
  return documents.filter((one) => first.get(one.designation) === one)
}

/** On which version of the product that was sold which the version tells of. */
async function soldOn(
  db: Queryable,
  policy: Policy,
  { quoteId }: { readonly quoteId: QuoteId | null },
): Promise<ProductVersionId> {
  // What is not laid yet is as it was sold, and so is whatever has the policy's own quote.
  if (quoteId === null || quoteId === policy.quoteId) return policy.productVersionId
  const [quote] = await selectQuotes(db, [quoteId])
  if (quote === undefined) throw new Error(`quote ${quoteId} is gone`)
  return quote.productVersionId
}
