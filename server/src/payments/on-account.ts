import type { Policy } from '../policies/index.ts'
import { type Catalogue, isCollectedElsewhere } from '../products/index.ts'

/**
 * Whether such a payment is only a promise: another party collects the money, and the plan of the
 * policy tracks receipts.
 */
export async function isOnAccount(
  catalogue: Catalogue,
  policy: Pick<Policy, 'productVersionId' | 'planId'>,
  provider: string,
): Promise<boolean> {
  if (!isCollectedElsewhere(provider)) return false
  const version = await catalogue.version(policy.productVersionId)
  return version?.plans.get(policy.planId)?.receipts === 'tracked'
}
