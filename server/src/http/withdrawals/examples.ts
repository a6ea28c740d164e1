import { allAllowed, ids, moment } from '../wire/example-ids.ts'

const receivedAt = '2028-11-20T09:15:00.123+00:00'

export const declareExample = {
  name: 'Robin Sample',
  policy_number: ids.policyNumber,
  email: 'robin@example.com',
  language: 'en',
  request_key: 'd3b2b1c4-6f0e-4b39-9a51-7c2f8f0f9a10',
}

export const receiptExample = {
  id: ids.declaration,
  received_at: receivedAt,
  livemode: false,
  name: declareExample.name,
  policy_number: declareExample.policy_number,
  email: declareExample.email,
}

export const withdrawalPageExample = {
  product_id: ids.product,
  livemode: false,
  insurer_name: 'Demo Insurance',
  product_names: { en: 'Cyber', de: 'Cyber' },
  languages: ['en', 'de'],
  default_language: 'en',
  mails_receipt: false,
}

export const declaredExample = {
  id: ids.declaration,
  livemode: false,
  product_id: ids.product,
  state: 'open',
  problem: 'customer_differs',
  policy_id: ids.policy,
  name: declareExample.name,
  policy_number: declareExample.policy_number,
  email: declareExample.email,
  language: 'en',
  received_at: receivedAt,
  reason: null,
  settled_by: null,
  settled_at: null,
  allowed: allAllowed('settle'),
}

export const settleExample = {
  outcome: 'settled',
  policy_id: ids.policy,
  reason: 'The customer has confirmed the withdrawal on the phone.',
}

const closed = { allowed: false, code: 'withdrawal_closed' }
export const settledExample = {
  ...declaredExample,
  state: 'settled',
  reason: settleExample.reason,
  settled_by: ids.key,
  settled_at: moment,
  allowed: {
    settle: { ...closed, reason: `Withdrawal ${ids.declaration} is settled already.` },
  },
}
