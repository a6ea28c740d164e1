import { allAllowed, ids, moment } from '../wire/example-ids.ts'

export const reconciliationItemExample = {
  id: ids.reconciliationItem,
  livemode: true,
  provider: 'stripe',
  kind: 'payment',
  state: 'unmatched',
  problem: 'other_amount',
  reference: 'txn_3QbLk2Fq7RzT0w1X',
  source: 'ch_3QbLk2Fq7RzT0w1X',
  type: 'charge',
  amount: 146_141,
  fee: 2_217,
  currency: 'eur',
  happened_at: moment,
  value_date: null,
  payment_id: ids.payment,
  refund_id: null,
  own_amount: 146_241,
  difference: -100,
  acceptance: null,
}

export const acceptDifferenceExample = {
  reason: 'The provider rounded a refund. Agreed with its support.',
  difference: -100,
}

export const acceptedDifferenceExample = {
  ...reconciliationItemExample,
  state: 'accepted',
  acceptance: { reason: acceptDifferenceExample.reason, by: ids.user, at: moment },
}

export const reconciliationExample = [
  { ...reconciliationItemExample, allowed: allAllowed('accept', 'reopen') },
]

export const reconciliationAccountExample = {
  provider: 'stripe',
  livemode: true,
  state: 'read',
  read_until: moment,
  asked_at: moment,
  refused_at: null,
  refusal: null,
  totals: [
    {
      currency: 'eur',
      balance: 143_924,
      fees: 2_217,
      paid_out: 0,
      difference: -100,
      accepted: 0,
      waiting: 0,
      unmatched: 1,
    },
  ],
}
