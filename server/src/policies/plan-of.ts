import type { Catalogue, PaymentPlanDefinition } from '../products/index.ts'
import type { CurrentTerm, PolicyIdentity } from './policy.ts'

/** The plan that was sold. */
export async function planOf(
  catalogue: Catalogue,
  policy: Pick<PolicyIdentity, 'id'> & CurrentTerm,
): Promise<PaymentPlanDefinition> {
  const product = await catalogue.version(policy.productVersionId)
  const plan = product?.plans.get(policy.planId)
  if (plan === undefined) throw new Error(`the plan of policy ${policy.id} is gone`)
  return plan
}
