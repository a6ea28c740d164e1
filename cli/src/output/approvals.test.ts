import type { Approval } from '@bindery/sdk'
import { expect, it } from 'vitest'
import { describeApproval, describeApprovals, summarizeApproval } from './approvals.ts'
import { plainPaint } from './paint.ts'

const hostile = 'Fine.\r\u001B[2KAnna requests nothing\u009B1A \u202Edetrever'
const approval: Approval = {
  id: 'apr_1',
  livemode: false,
  status: 'declined',
  act: 'write_offs',
  call: 'writeOffInvoice',
  method: 'POST',
  path: '/manage/invoices/bil_1/write_off',
  body: { reason: hostile },
  subject_id: 'bil_1',
  amount: 23800,
  currency: 'eur',
  reason: hostile,
  requested_by: { user_id: 'usr_1', name: `Anna${hostile}` },
  created_at: '2027-03-01T09:00:00+00:00',
  expires_at: '2027-03-08T09:00:00+00:00',
  decided_by: { user_id: 'usr_2', name: hostile },
  decided_at: '2027-03-02T09:00:00+00:00',
  comment: hostile,
}

it('shows no character by which a text could rewrite the line of a terminal', () => {
  const lines = [
    ...describeApprovals([approval], plainPaint),
    ...describeApproval(approval, plainPaint),
    summarizeApproval(approval),
  ]
  expect(lines.join('')).toContain('Anna')
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})
