import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const customerNotFound = notFound('Customer', {
  code: 'customer_not_found',
  when: 'No policy that you may see is or was of this customer.',
  example: exampleIds.customer,
})
export const partyNotFound = notFound('Party', {
  code: 'party_not_found',
  when: 'The policy has no such party.',
  example: exampleIds.party,
})
export const samePolicyholder = reason({
  kind: 'validation_failed',
  code: 'same_policyholder',
  when:
    'The customer is the policyholder already. Correct a name or an e-mail address with an ' +
    'endorsement.',
  message: (id: string) =>
    `Customer ${id} is the policyholder already. Correct the name with an endorsement.`,
  errors: (_id) => [{ code: 'invalid_value', field: 'customer_id' }],
  example: [exampleIds.customer],
})
export const tooManyPolicies = reason({
  kind: 'not_open',
  code: 'too_many_policies',
  when: 'The customer would have more than 100 policies, former ones included.',
  message: (id: string, max: number) => `Customer ${id} would have more than ${max} policies.`,
  example: [exampleIds.customer, 100],
})
export const policyNotIssued = reason({
  kind: 'not_open',
  code: 'policy_not_issued',
  when: 'The offer is not paid: it has no parties besides its customer yet.',
  message: (id: string) => `Policy ${id} is not issued yet. Set its parties once it is paid.`,
  example: [exampleIds.policy],
})
export const tooManyParties = reason({
  kind: 'not_open',
  code: 'too_many_parties',
  when: 'The policy has 20 parties, or had 100 with former ones.',
  message: (id: string, max: number) => `Policy ${id} has ${max} parties. End one of them first.`,
  example: [exampleIds.policy, 20],
})
export const payerTaken = reason({
  kind: 'not_open',
  code: 'payer_taken',
  when: 'The policy has a premium payer already. End that party first.',
  message: (id: string, party: string) =>
    `Policy ${id} has a premium payer, ${party}. End that party first.`,
  example: [exampleIds.policy, exampleIds.party],
})
export const mandateNotOfRole = reason({
  kind: 'validation_failed',
  code: 'mandate_not_of_role',
  when: '`keeps_mandate` is set for a party that is no premium payer.',
  message: (role: string) => `keeps_mandate does not belong to the role ${role}. Leave it out.`,
  errors: (_role) => [{ code: 'invalid_value', field: 'keeps_mandate' }],
  example: ['insured'],
})
export const partyDayNotPossible = reason({
  kind: 'validation_failed',
  code: 'party_day_not_possible',
  when:
    'The first day is before the cover, the last day is before the first, or a premium payer ' +
    'begins or ends later than today.',
  message: (field: string, earliest: Temporal.PlainDate, latest: Temporal.PlainDate | null) =>
    `${field} must be ${earliest} ${latest === null ? 'or later' : `to ${latest}`}.`,
  errors: (field, _earliest, _latest) => [{ code: 'invalid_value', field }],
  example: ['from', Temporal.PlainDate.from('2029-01-01'), null],
})
export const partyEnded = reason({
  kind: 'not_open',
  code: 'party_ended',
  when: 'The party was ended before.',
  message: (id: string) => `Party ${id} has ended already.`,
  example: [exampleIds.party],
})
export const partyIsPolicyholder = reason({
  kind: 'not_open',
  code: 'party_is_policyholder',
  when: 'A policy always has a policyholder. Name another one instead.',
  message: 'A policy always has a policyholder. Change the policyholder instead.',
})
export const customersJoined = reason({
  kind: 'not_open',
  code: 'customers_joined',
  when: 'The two are one customer already.',
  message: (one: string, other: string) => `${one} and ${other} are one customer already.`,
  example: [exampleIds.customer, exampleIds.otherCustomer],
})
export const customerNotJoined = reason({
  kind: 'not_open',
  code: 'customer_not_joined',
  when: 'The customer is not joined into another one.',
  message: (id: string) => `Customer ${id} is not joined into another one.`,
  example: [exampleIds.customer],
})
