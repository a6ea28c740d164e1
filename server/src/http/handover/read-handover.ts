import { isHandoverRequired, selectHandovers } from '../../handover/index.ts'
import type { Policy } from '../../policies/index.ts'
import type { HttpDeps } from '../deps.ts'

/** What the product of an offer hands over, and what its customer has received. */
export async function readHandover({ db, catalogue }: HttpDeps, policy: Policy) {
  const version = await catalogue.version(policy.productVersionId)
  if (version === undefined) throw new Error(`the product version of ${policy.id} is gone`)
  const [isRequired, records] = await Promise.all([
    isHandoverRequired(db, policy.id),
    selectHandovers(db, policy.id),
  ])
  return { definition: version.definition, isRequired, records }
}
