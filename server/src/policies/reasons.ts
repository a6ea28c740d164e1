import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const offerNotFound = notFound('Offer', {
  code: 'offer_not_found',
  when: 'There is no such offer in this mode.',
  example: exampleIds.policy,
})
export const offerOfAnother = reason({
  kind: 'not_permitted_silent',
  code: 'foreign_offer',
  when: 'The offer belongs to another distributor.',
  message: (id: string) => `Offer ${id} belongs to another account.`,
  example: [exampleIds.policy],
})
export const policyNotFound = notFound('Policy', {
  code: 'policy_not_found',
  when: 'There is no such policy that this key may see.',
  example: exampleIds.policy,
})
export const deliveryByInsurer = reason({
  kind: 'not_permitted',
  code: 'delivery_by_insurer',
  when: 'Only an insurer may record that a termination or a renewal notice was delivered.',
  message: 'Only the insurer may record this delivery. A distributor records that of the policy.',
})
export const policyVersionNotFound = reason({
  kind: 'not_found',
  code: 'version_not_found',
  label: 'version',
  when: 'The policy has no such version.',
  message: (versionId: string, policyId: string) =>
    `Version ${versionId} of policy ${policyId} was not found.`,
  example: [exampleIds.policyVersion, exampleIds.policy],
})
