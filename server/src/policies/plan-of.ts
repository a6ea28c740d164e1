import type { Catalogue, PaymentPlanDefinition } from '../products/index.ts'
import type { CurrentSnapshot, CurrentTerm, PolicyIdentity } from './policy.ts'

/** The plan that holds today. */
export async function planOf(
  catalogue: Catalogue,
  policy: Pick<PolicyIdentity, 'id'> &
    Pick<CurrentTerm, 'productVersionId'> &
    Pick<CurrentSnapshot, 'planId'>,
): Promise<PaymentPlanDefinition> {
  const product = await catalogue.version(policy.productVersionId)
  const plan = product?.plans.get(policy.planId)
  if (plan === undefined) throw new Error(`the plan of policy ${policy.id} is gone`)
  return plan
}
