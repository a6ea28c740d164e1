import type { Policy } from '../policies/index.ts'
import { type Catalogue, isCollectedElsewhere } from '../products/index.ts'

/**
 * Whether what is paid so is only promised: somebody else collects it, and the plan of the policy wants
 * to see the receipt.
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
