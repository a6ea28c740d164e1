import { lapseNotInDoubt } from '../../dunning/index.ts'
import { policyholderExample } from '../wire/policyholder.ts'
import { allAllowed, ids, linkTo, moment } from '../wire/example-ids.ts'

const { details: notInDoubt } = lapseNotInDoubt(ids.dunningCase)

export const dunningCaseExample = {
  id: ids.dunningCase,
  policy_id: ids.policy,
  product_id: ids.product,
  livemode: false,
  state: 'open',
  step: 'notice_sent',
  overdue_since: '2029-01-02',
  overdue: 146_241,
  currency: 'eur',
  reminders: 1,
  waits_for: null,
  grace_until: '2029-02-11',
  termination_due_on: null,
  legal_action_on: null,
  unproven_since: null,
  lapse_upheld_at: null,
  opened_at: '2029-01-02T09:15:00+00:00',
  closed_at: null,
  _links: {
    _self: linkTo(`/manage/dunning/${ids.dunningCase}`),
    policy: linkTo(`/policies/${ids.policy}`),
  },
}

export const upheldLapseExample = {
  ...dunningCaseExample,
  state: 'lapsed',
  unproven_since: '2029-02-15',
  lapse_upheld_at: '2029-02-16T09:15:00+00:00',
  closed_at: '2029-02-12T00:15:00+00:00',
}

export const listedDunningCaseExample = { ...dunningCaseExample, ...policyholderExample }

export const shownDunningCaseExample = {
  ...listedDunningCaseExample,
  letters: [
    {
      id: ids.dunningLetter,
      kind: 'reminder',
      number: 1,
      date: '2029-01-11',
      total: 146_241,
      fee_invoice_id: null,
      grace_until: null,
      grace_days: null,
      cover_until: null,
      cover_from: null,
      revival_amount: null,
      void_reason: null,
      invoices: [{ id: ids.invoice, kind: 'sale', due_date: '2029-01-01', open: 146_241 }],
    },
    {
      id: ids.dunningLetter,
      kind: 'notice',
      number: 1,
      date: '2029-01-25',
      total: 146_741,
      fee_invoice_id: 'bil_01b0acc58e2095f7c03d1e8a64b2',
      grace_until: '2029-02-11',
      grace_days: null,
      cover_until: null,
      cover_from: null,
      revival_amount: null,
      void_reason: null,
      invoices: [
        { id: ids.invoice, kind: 'sale', due_date: '2029-01-01', open: 146_241 },
        { id: 'bil_01b0acc58e2095f7c03d1e8a64b2', kind: 'fee', due_date: '2029-02-11', open: 500 },
      ],
    },
  ],
  allowed: {
    ...allAllowed('record_legal_action'),
    decide_lapse: { allowed: false, code: notInDoubt.code, reason: notInDoubt.message },
  },
}

export const holdDunningExample = {
  policy_id: ids.policy,
  until: '2029-03-31',
  reason: 'The customer disputes the amount.',
}

export const legalActionExample = {
  date: '2029-03-31',
  evidence: 'Order for payment 29-1044 of the district court.',
}

export const decideLapseExample = {
  decision: 'uphold',
  reason: 'The customer is insured elsewhere since, and does not want the policy back.',
}

export const dunningHoldExample = {
  id: ids.dunningHold,
  livemode: false,
  policy_id: ids.policy,
  product_id: null,
  until: '2029-03-31',
  reason: 'The customer disputes the amount.',
  created_at: moment,
  released_at: null,
}

export const listedDunningHoldExample = {
  ...dunningHoldExample,
  ...policyholderExample,
  allowed: allAllowed('release'),
}

export const releasedHoldExample = { ...dunningHoldExample, released_at: moment }
