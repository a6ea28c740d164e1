import type { Policyholder } from '../../policies/index.ts'
import { ids } from './example-ids.ts'
import { maskedMember, personal } from './personal.ts'
import { textOrNull } from './schema.ts'

/** By what people know the policy that a record is about. Null where it is about none. */
export const policyholderFields = {
  policy_number: textOrNull('The policy number; null without a policy.'),
  first_name: personal(textOrNull('The first name of the policyholder; null without a policy.')),
  last_name: personal(textOrNull('The last name of the policyholder; null without a policy.')),
  masked: maskedMember,
}

export const policyholderExample = {
  policy_number: ids.policyNumber,
  first_name: 'Hanna',
  last_name: 'Brandt',
}

export function viewPolicyholder(holder: Policyholder | undefined) {
  return {
    policy_number: holder?.insurerPolicyId ?? null,
    first_name: holder?.firstName ?? null,
    last_name: holder?.lastName ?? null,
  }
}
