import type { Policy, PolicyHistory, PolicySummary, StuckPolicy, VersionStatus } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { facts, table, tableOfWords } from './table.ts'

export function describePolicies(policies: readonly PolicySummary[], paint: Paint): string[] {
  if (policies.length === 0) return ['Nothing was found.']
  const rows = policies.map((policy) => [
    policy.insurer_policy_id,
    statusOf(policy.status, paint),
    `${policy.first_name} ${policy.last_name}`,
    money(policy.gross_payment_amount, policy.currency),
    daysOf(policy),
    policy.id,
  ])
  return table(['number', 'status', 'customer', 'premium', 'cover', 'id'], rows, paint)
}

/** A row for each policy of which something due failed. */
export function describeStuck(policies: readonly StuckPolicy[], paint: Paint): string[] {
  if (policies.length === 0) return ['No policy is stuck.']
  const rows = policies.map((policy) => [
    policy.id,
    `${policy.first_name} ${policy.last_name}`,
    String(policy.attempts),
    policy.retry_at,
    policy.reason,
  ])
  return tableOfWords(['id', 'customer', 'tries', 'tried again', 'why'], rows, paint)
}

/** A policy with its payments, versions, documents and events. */
export function describePolicy(
  summary: PolicySummary,
  policy: Policy,
  history: PolicyHistory,
  paint: Paint,
): string[] {
  const about = facts(
    [
      ['number', paint.bold(summary.insurer_policy_id)],
      ['status', statusOf(summary.status, paint)],
      ['customer', `${summary.first_name} ${summary.last_name}, ${summary.email}`],
      ['premium', money(summary.gross_payment_amount, summary.currency)],
      ['policy period', daysOf(summary)],
      ['cover', coverOf(policy)],
      ...endOf(policy),
      ['sold by', policy.distributor_key],
      ['id', summary.id],
      ['version', summary.version_id],
      ['product version', policy.product_version_id],
    ],
    paint,
  )
  const payments = history.payments.map((payment) => [
    payment.created_at,
    payment.status,
    money(payment.amount, payment.currency),
    `${payment.provider}, ${payment.method}`,
    payment.id,
  ])
  const versions = history.versions.map((version) => [
    version.created_at,
    version.kind,
    version.state,
    version.id,
  ])
  const documents = history.documents.map((document) => [
    document.made_at,
    document.name,
    document.language,
    document.invoice_id ?? document.version_id ?? '',
  ])
  const events = history.events.map((event) => [event.created_at, event.type, event.subject_id])
  return [
    ...about,
    ...(payments.length === 0
      ? []
      : ['', ...table(['payment', 'status', 'amount', 'by', 'id'], payments, paint)]),
    '',
    ...table(['version', 'kind', 'state', 'id'], versions, paint),
    ...(documents.length === 0
      ? []
      : ['', ...table(['document', 'name', 'language', 'of'], documents, paint)]),
    '',
    ...table(['when', 'event', 'subject'], events, paint),
  ]
}

/** Each policy transaction with its effect, oldest first. */
export function describeHistory(versions: PolicyHistory['versions'], paint: Paint): string[] {
  const rows = versions.map(({ created_at, kind, state, summary }) => [
    created_at,
    summary ?? `${kind}, ${state}`,
  ])
  return table(['when', 'what was done'], rows, paint)
}

/** A policy on another day, or as it was known at a moment, with all its data. */
export function describePolicyAsOf(policy: Policy, paint: Paint): string[] {
  const { start_date: start, end_date: end } = policy.localized_dates
  const period = { start_date: start.slice(0, 10), end_date: end?.slice(0, 10) ?? null }
  const { payment_metadata: _, ...data } = policy.data
  const shown = (values: object) =>
    Object.entries(values).map(([name, value]): [string, string] => [name, JSON.stringify(value)])
  return [
    ...facts(
      [
        ['number', paint.bold(policy.insurer_policy_id)],
        ['status', statusOf(policy.status, paint)],
        ['customer', `${policy.first_name} ${policy.last_name}, ${policy.email}`],
        ['premium', money(policy.quote.gross_payment_amount, policy.currency)],
        ['policy period', daysOf(period)],
        ['cover', coverOf(policy)],
        ...endOf(policy),
        ['version', policy.version_id],
        ['product version', policy.product_version_id],
      ],
      paint,
    ),
    '',
    ...facts([...shown(policy.quote.customer_input), ...shown(data)], paint),
  ]
}

function endOf(policy: Policy): [string, string][] {
  const { termination_date: end, cancellation_reason: reason, cancelled_by: by } = policy
  const { cancellation_kind: kind, cancellation_reason_code: code } = policy
  if (end === null) return []
  const day = policy.localized_dates.termination_date?.slice(0, 10) ?? end
  const named = kind === null ? '' : ` (${code === null ? kind : `${kind}, ${code}`})`
  return [['cancelled', `as of the end of ${day}, recorded by the ${by}${named}: ${reason ?? ''}`]]
}

/** For example `covered from 2027-06-01 to 2028-05-31`. */
function coverOf({ cover: { state, first_day: first, last_day: last } }: Policy): string {
  const from = first === null ? '' : ` from ${first}`
  const to = last === null ? '' : ` to ${last}`
  return `${state.replace('_', ' ')}${from}${to}`
}

function daysOf(policy: { readonly start_date: string; readonly end_date: string | null }): string {
  return `${policy.start_date} to ${policy.end_date ?? 'open'}`
}

function statusOf(status: string, paint: Paint): string {
  if (status === 'paid') return paint.green(status)
  return status === 'cancelled' || status === 'expired' ? paint.dim(status) : paint.yellow(status)
}

/** The outcome of a policy transaction: in force, awaiting payment, or failed. */
export function describeVersion(
  { status, payment }: Pick<VersionStatus, 'status' | 'payment'>,
  words: { readonly done: string; readonly subject: string },
  paint: Paint,
): string[] {
  if (status === 'failed') return [`${paint.red('✗')} ${words.subject} failed.`]
  if (status !== 'proposed' || payment === null) return [`${paint.green('✓')} ${words.done}`]
  return [
    `${paint.yellow('…')} ${words.subject} takes effect once ${money(payment.amount, payment.currency)} is paid, at the latest on ${payment.pay_until}.`,
    `Payment token: ${payment.token}`,
  ]
}
