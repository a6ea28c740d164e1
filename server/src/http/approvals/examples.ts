import { personIds } from '../people/examples.ts'
import { ids, moment } from '../wire/example-ids.ts'

export const approvalIds = {
  approval: 'apr_01b0acc58e20b2f5cb6ba6d8b0de',
  approver: 'usr_01b0acc58e20c3f5cb6ba6d8b0de',
}

const call = {
  method: 'POST',
  path: `/manage/invoices/${ids.invoice}/write_off`,
  body: { reason: 'Insolvent, see the court’s notice.' },
}

export const requestApprovalExample = { ...call, reason: 'The estate pays no dividend.' }

export const plainApprovalExample = {
  id: approvalIds.approval,
  livemode: false,
  status: 'pending',
  act: 'write_offs',
  call: 'writeOffInvoice',
  ...call,
  subject_id: ids.invoice,
  amount: 23800,
  currency: 'eur',
  reason: requestApprovalExample.reason,
  requested_by: { user_id: personIds.user, name: 'Anna Keller' },
  created_at: moment,
  expires_at: '2028-11-27T09:15:00+00:00',
  decided_by: null,
  decided_at: null,
  comment: null,
}

export const approvalExample = {
  ...plainApprovalExample,
  allowed: {
    approve: { allowed: true, code: null, reason: null },
    decline: { allowed: true, code: null, reason: null },
    withdraw: {
      allowed: false,
      code: 'request_of_other',
      reason: 'Only the person who made the request can withdraw it. You can decline it.',
    },
  },
}

const decided = {
  ...plainApprovalExample,
  body: null,
  decided_by: { user_id: approvalIds.approver, name: 'Ben Moser' },
  decided_at: '2028-11-20T10:05:00+00:00',
}

export const approveExample = { comment: 'Checked with the court’s notice.' }
export const approvedExample = {
  ...decided,
  status: 'approved',
  comment: approveExample.comment,
  result: { id: ids.invoice, state: 'written_off' },
}
export const declineExample = { comment: 'The dividend is due in March.' }
export const declinedExample = { ...decided, status: 'declined', comment: declineExample.comment }
export const withdrawnExample = {
  ...decided,
  status: 'withdrawn',
  decided_by: approvalExample.requested_by,
}

export const changeApprovalRulesExample = {
  rules: [
    { act: 'publishing' },
    { act: 'write_offs', above: [{ amount: 50000, currency: 'eur' }] },
  ],
}

export const approvalRulesExample = {
  rules: [
    {
      act: 'publishing',
      description: 'Publish product versions',
      needs_second_person: true,
      above: null,
    },
    {
      act: 'role_changes',
      description: 'Change roles, who has them, and single sign-on; create links to sign in',
      needs_second_person: false,
      above: null,
    },
    {
      act: 'refunds',
      description: 'Decide refunds in doubt',
      needs_second_person: false,
      above: null,
    },
    {
      act: 'write_offs',
      description: 'Write off invoices',
      needs_second_person: true,
      above: [{ amount: 50000, currency: 'eur' }],
    },
    ...[
      { act: 'goodwill', description: 'Give goodwill' },
      { act: 'manual_fees', description: 'Charge fees by hand' },
      { act: 'corrections', description: 'Correct what is owed' },
      { act: 'deferrals', description: 'Defer invoices' },
      { act: 'payouts', description: 'Pay out refunds and credit by bank' },
      { act: 'payout_accounts', description: 'Pay out to another account than the one that paid' },
      {
        act: 'accepted_differences',
        description: 'Accept differences of the reconciliation as known',
      },
      { act: 'mass_endorsements', description: 'Start changes of many policies' },
    ].map((one) => ({ ...one, needs_second_person: false, above: null })),
  ],
}
