import { allAllowed, ids, moment } from '../wire/example-ids.ts'

export const joinCustomersExample = {
  customer_id: ids.otherCustomer,
  reason: 'Same date of birth and address. Confirmed by phone.',
}

export const splitCustomerExample = { reason: 'Mother and daughter share a mailbox.' }

const policy = {
  policy_id: ids.policy,
  insurer_policy_id: ids.policyNumber,
  status: 'paid',
  product_id: ids.product,
  distributor_id: ids.distributor,
  currency: 'eur',
  start_date: '2029-01-01',
  end_date: '2029-12-31',
  customer_id: ids.customer,
  is_held: true,
}

export const customerJoinExample = {
  customer_id: ids.otherCustomer,
  into_id: ids.customer,
  reason: joinCustomersExample.reason,
  joined_by: ids.key,
  joined_at: moment,
  split_reason: null,
  split_by: null,
  split_at: null,
  allowed: allAllowed('split'),
}

export const customerExample = {
  id: ids.customer,
  customer_ids: [ids.customer, ids.otherCustomer],
  first_name: 'Hanna',
  last_name: 'Brandt',
  email: 'hanna.brandt@example.com',
  policies: [policy],
  is_complete: true,
  joins: [customerJoinExample],
  same_email: [],
  allowed: allAllowed('join'),
}

export const joinedCustomerExample = {
  id: ids.customer,
  customer_ids: [ids.customer, ids.otherCustomer],
  policies: [policy],
  is_complete: true,
}

export const splitCustomersExample = {
  ...joinedCustomerExample,
  id: ids.otherCustomer,
  customer_ids: [ids.otherCustomer],
}

export const customerAccountExample = {
  customer_id: ids.customer,
  is_complete: true,
  statements: [
    {
      currency: 'eur',
      owed: 0,
      policies: [{ policy_id: ids.policy, insurer_policy_id: policy.insurer_policy_id, owed: 0 }],
      entries: [
        {
          policy_id: ids.policy,
          kind: 'charge',
          id: ids.policyVersion,
          date: '2028-11-20',
          at: moment,
          amount: 146_241,
          owed: 146_241,
          total: null,
        },
        {
          policy_id: ids.policy,
          kind: 'payment',
          id: ids.payment,
          date: '2028-11-20',
          at: moment,
          amount: -146_241,
          owed: 0,
          total: 146_241,
        },
      ],
    },
  ],
}
