import { policyholderExample } from '../wire/policyholder.ts'
import { allAllowed, ids, moment } from '../wire/example-ids.ts'

const acts = allAllowed('set_account', 'release', 'resolve')

export const payoutExample = {
  id: ids.payout,
  livemode: false,
  policy_id: ids.policy,
  refund_id: ids.refund,
  amount: 30000,
  currency: 'eur',
  state: 'pending',
  reason: null,
  account: { country: 'DE', last4: '3000', paid_from_it: true },
  released: false,
  due_date: '2028-12-20',
  problem: null,
  note: null,
  batch_id: null,
  paid_on: null,
  created_at: moment,
  ended_at: null,
}
export const shownPayoutExample = {
  ...payoutExample,
  ...policyholderExample,
  allowed: acts,
}
export const payoutsExample = [shownPayoutExample]

export const setAccountExample = { iban: 'DE02 1203 0000 0000 2020 51', holder: 'Anna Brandt' }
export const payoutWithAccountExample = {
  ...payoutExample,
  account: { country: 'DE', last4: '2051', paid_from_it: false },
}
export const releasedPayoutExample = { ...payoutExample, released: true }

export const resolvePayoutExample = { outcome: 'done', paid_on: '2028-11-21' }
export const resolvedPayoutExample = {
  ...payoutExample,
  state: 'done',
  batch_id: ids.payoutBatch,
  paid_on: '2028-11-21',
  ended_at: moment,
}

export const payOutCreditExample = {
  amount: 2000,
  iban: setAccountExample.iban,
  reason: 'The customer asked for it on the phone.',
}
export const paidOutCreditExample = {
  policy_id: ids.policy,
  amount: 2000,
  currency: 'eur',
  refunds: [],
  payouts: [
    {
      ...payoutExample,
      refund_id: null,
      amount: 2000,
      reason: payOutCreditExample.reason,
      account: { country: 'DE', last4: '2051', paid_from_it: false },
      due_date: null,
    },
  ],
}

export const exportPayoutsExample = { currency: 'eur' }
export const payoutBatchExample = {
  id: ids.payoutBatch,
  livemode: false,
  count: 1,
  totals: [{ currency: 'eur', amount: 30000 }],
  held: 0,
  created_at: moment,
}
export const batchFileExample =
  'payout_id,beneficiary,iban,amount,currency,reference,due_date\n' +
  `${ids.payout},Anna Brandt,DE89370400440532013000,300.00,EUR,${ids.policyNumber} ${ids.refund},2028-12-20\n`
