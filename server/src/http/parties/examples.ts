import { allAllowed, ids, moment } from '../wire/example-ids.ts'

export const changePolicyholderExample = {
  first_name: 'Jonas',
  last_name: 'Weber',
  email: 'jonas.weber@example.com',
  reason: 'The company was sold. Contract of sale of 12 November.',
}

const neverEnded = { until: null, ended_reason: null, ended_by: null, ended_at: null }

export const policyholderChangedExample = {
  policy_id: ids.policy,
  version_id: ids.policyVersion,
  customer_id: ids.otherCustomer,
  previous_customer_id: ids.customer,
  effective_date: '2029-01-01',
  ended_mandate_id: ids.mandate,
}

export const addPartyExample = {
  role: 'beneficiary',
  first_name: 'Mara',
  last_name: 'Weber',
  birth_date: '1991-04-23',
  reason: 'Named in the letter of 12 November.',
}

export const partySetExample = {
  id: ids.party,
  role: 'beneficiary',
  customer_id: null,
  first_name: 'Mara',
  last_name: 'Weber',
  email: null,
  birth_date: '1991-04-23',
  from: '2029-01-01',
  reason: addPartyExample.reason,
  set_by: ids.key,
  created_at: moment,
  ...neverEnded,
  ended_mandate_id: null,
}

export const endPartyExample = { reason: 'Withdrawn in the letter of 3 December.' }

export const endedPartyExample = {
  ...partySetExample,
  until: '2028-12-31',
  ended_reason: endPartyExample.reason,
  ended_by: ids.key,
  ended_at: moment,
}

const { ended_mandate_id: _, ...beneficiary } = partySetExample

export const partiesExample = {
  policy_id: ids.policy,
  parties: [
    {
      id: null,
      role: 'policyholder',
      customer_id: ids.customer,
      first_name: 'Hanna',
      last_name: 'Brandt',
      email: 'hanna.brandt@example.com',
      birth_date: null,
      from: '2029-01-01',
      reason: null,
      set_by: null,
      created_at: moment,
      ...neverEnded,
      is_current: true,
      allowed: {
        end: {
          allowed: false,
          code: 'party_is_policyholder',
          reason: 'A policy always has a policyholder. Change the policyholder instead.',
        },
      },
    },
    { ...beneficiary, is_current: true, allowed: allAllowed('end') },
  ],
  allowed: allAllowed('add', 'change_policyholder'),
}
