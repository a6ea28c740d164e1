import type { Queryable } from '../database/index.ts'
import { type Policy, selectPolicyVersions } from '../policies/index.ts'
import type { DocumentOccasion } from '../products/index.ts'
import { type PolicyDocument, documentsFor } from './document.ts'
import type { PrintShop } from './print-shop.ts'

interface ListDeps {
  readonly db: Queryable
  readonly printShop: PrintShop
}

/** The documents of the offer that a policy began as. */
export async function offerDocuments(deps: ListDeps, policy: Policy): Promise<PolicyDocument[]> {
  return listDocuments(deps, policy, ['offer'])
}

/** The documents of a policy as it stands, the newest first; none as long as nobody has paid. */
export async function policyDocuments(deps: ListDeps, policy: Policy): Promise<PolicyDocument[]> {
  if (policy.issuedAt === null) return []
  return listDocuments(deps, policy, ['cancellation', 'policy'])
}

/** The documents of whatever it is now, an offer or a policy. */
export async function presentDocuments(deps: ListDeps, policy: Policy): Promise<PolicyDocument[]> {
  return policy.issuedAt === null ? offerDocuments(deps, policy) : policyDocuments(deps, policy)
}

async function listDocuments(
  deps: ListDeps,
  policy: Policy,
  occasions: readonly DocumentOccasion[],
): Promise<PolicyDocument[]> {
  const definition = await deps.printShop.definition(policy.productVersionId)
  if (definition === undefined || definition.documents.length === 0) return []
  const versions = await versionsOf(deps.db, policy)
  return occasions.flatMap((occasion) => {
    const kind = occasion === 'cancellation' ? 'cancellation' : 'offer'
    return versions
      .filter((version) => version.kind === kind)
      .flatMap(({ id: versionId }) =>
        documentsFor(definition, policy.language, {
          policyId: policy.id,
          versionId,
          occasion,
        }),
      )
  })
}

/** An offer or policy that was never changed has one version, which need not be looked up. */
async function versionsOf(db: Queryable, policy: Policy) {
  if (policy.cancelledAt === null) return [{ id: policy.versionId, kind: 'offer' } as const]
  const versions = await selectPolicyVersions(db, policy.id)
  return versions.filter(({ state }) => state === 'active' || state === 'superseded')
}
