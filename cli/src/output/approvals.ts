import type { Approval, ApprovalRules, Approved } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { facts, table, tableOfWords } from './table.ts'

export function describeApprovals(approvals: readonly Approval[], paint: Paint): string[] {
  if (approvals.length === 0) return ['Nothing was found.']
  const rows = approvals.map((approval) => [
    approval.id,
    `${approval.act} ${approval.subject_id}`,
    amountOf(approval),
    nameOf(approval.requested_by),
    statusOf(approval),
  ])
  return table(['id', 'what', 'amount', 'requested by', 'status'], rows, paint)
}

export function describeApproval(approval: Approval, paint: Paint): string[] {
  const amount = amountOf(approval)
  return facts(
    [
      ['request', paint.bold(approval.id)],
      ['what', `${approval.act} ${approval.subject_id}`],
      ...(amount === '' ? [] : [['amount', amount] as const]),
      ['call', callOf(approval)],
      ['requested by', nameOf(approval.requested_by)],
      ['reason', plain(approval.reason)],
      ['status', statusOf(approval)],
      ...(approval.decided_by === null
        ? []
        : [['decided by', nameOf(approval.decided_by)] as const]),
      ...(approval.comment === null ? [] : [['comment', plain(approval.comment)] as const]),
    ],
    paint,
  )
}

/** What a person is about to approve, in one line. */
export function summarizeApproval(approval: Approval): string {
  const amount = amountOf(approval)
  const what = amount === '' ? approval.act : `${approval.act} of ${amount}`
  return `${nameOf(approval.requested_by)} requests ${what} (${callOf(approval)}): ${plain(approval.reason)}`
}

/** Some calls answer with a link, which is shown once. */
export function describeApproved({ id, result }: Approved, paint: Paint): string[] {
  const link = result?.['link']
  return [
    `${paint.green('✓')} ${id} is approved and carried out.`,
    ...(typeof link === 'string' ? ['Pass this link on. It is shown only once:', '', link] : []),
  ]
}

type Rule = ApprovalRules['rules'][number]

export function describeRules({ rules }: ApprovalRules, paint: Paint): string[] {
  const rows = rules.map((rule) => [rule.act, needOf(rule), rule.description])
  return tableOfWords(['act', 'needs', 'what it is'], rows, paint)
}

/** Who is needed for an act. */
export function needOf({
  needs_second_person: isNeeded,
  above,
}: Pick<Rule, 'needs_second_person' | 'above'>): string {
  if (!isNeeded) return 'one person'
  if (above === null || above.length === 0) return 'two people'
  const limits = above.map(({ amount, currency }) => money(amount, currency))
  return `two people above ${limits.join(', ')}`
}

function amountOf({ amount, currency }: Approval): string {
  return amount === null ? '' : money(amount, currency ?? '')
}

function callOf({ method, path, body }: Approval): string {
  return body === null ? `${method} ${path}` : plain(`${method} ${path} ${JSON.stringify(body)}`)
}

function nameOf({ name, user_id: id }: Approval['requested_by']): string {
  return plain(name ?? id)
}

/** What others have written, without characters by which a terminal would show something else. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\u{FFFD}')
}

function statusOf(approval: Approval): string {
  const { status } = approval
  return status === 'pending'
    ? `pending until ${approval.expires_at}`
    : `${status} ${approval.decided_at ?? ''}`
}
