import type { Event, PolicyAccount } from '@bindery/sdk'
import { below, moves, tellEntry } from './account.ts'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** All that is known of a policy's life: its money, what else happened, and where its days begin. */
interface ToldLife {
  readonly account: PolicyAccount
  readonly events: readonly Event[]
  readonly timeZone: string
  /** What was done besides that leaves no event; with it, the status is told too. */
  readonly done?: readonly { readonly day: string; readonly at: string; readonly what: string }[]
}

/** What a timetable says of news; null where the account tells it, or nobody wants to know. */
const news: Readonly<Record<string, string | null>> = {
  'offer.created': null,
  'policy.endorsement_requested': null,
  'policy.cancellation_requested': null,
  'policy.reinstatement_requested': null,
  'invoice.issued': null,
  'invoice.settled': null,
  'invoice.reopened': null,
  'invoice.written_off': null,
  'payment.ok': null,
  'payment.resolved': null,
  'payment.charged_back': null,
  'receipt.recorded': null,
  'refund.created': null,
  'refund.ok': null,
  'refund.retried': null,
  'document.rendered': null,
  'policy.issued': 'POLICY ISSUED',
  'policy.endorsed': 'POLICY CHANGED',
  'policy.endorsement_proposed': 'change proposed, to be paid first',
  'policy.endorsement_failed': 'change failed',
  'policy.cancelled': 'POLICY CANCELLED',
  'policy.reinstated': 'POLICY REINSTATED',
  'policy.reinstatement_proposed': 'reinstatement proposed, to be paid first',
  'policy.proposal_lapsed': 'proposal lapsed',
  'policy.proposal_preempted': 'proposal overtaken by another order',
  'policy.renewed': 'POLICY RENEWED',
  'policy.lapsed': 'POLICY LAPSED',
  'policy.suspended': 'COVER SUSPENDED',
  'policy.resumed': 'COVER AGAIN',
  'renewal.offered': 'renewal offered',
  'renewal.accepted': 'renewal accepted',
  'renewal.declined': 'renewal declined',
  'renewal.blocked': 'renewal blocked',
  'renewal.knocked_out': 'renewal knocked out',
  'renewal.withdrawn': 'renewal withdrawn',
  'policy.expired': 'POLICY EXPIRED',
  'payment.failed': 'payment failed',
  'payment.pending': 'payment waits for an answer',
  'payment.in_doubt': 'payment in doubt',
  'refund.failed': 'refund failed',
  'mandate.given': 'mandate given',
  'mandate.replaced': 'mandate replaced by another',
  'mandate.declined': 'mandate no longer good',
  'mandate.withdrawn': 'mandate withdrawn',
  'dunning.opened': 'overdue',
  'dunning.reminded': 'reminder',
  'dunning.noticed': 'notice',
  'dunning.notice_voided': 'notice void',
  'dunning.suspended': 'letter of the suspension',
  'dunning.lapsed': 'letter of the lapse',
  'dunning.cured': 'nothing overdue any more',
  'dunning.ended': 'no more dunning: the cover is over',
}

interface Row {
  readonly day: string
  readonly at: string
  readonly what: string
  readonly amount: number | null
  /** What is owed after it; null where it moves nothing. */
  readonly owed: number | null
  /** What the policy is from then on; null where it stays. */
  readonly status: string | null
}

interface ToldEvent extends Row {
  readonly type: string
}

/** A life as one reads it: on which day what happened, what it moved, and what was owed then. */
export function describeTimetable(life: ToldLife, paint: Paint): string[] {
  const { currency } = life.account
  const rows = mergeRows(tellNews(life), moneyRows(life), doneRows(life))
  const amounts = below(rows.map(({ amount }) => written(amount, currency)))
  const owed = below(rows.map((row) => written(row.owed, currency)))
  const hasStatus = life.done !== undefined
  const cells = rows.map(({ day, what, status }, at) => [
    day === rows[at - 1]?.day ? '' : day,
    what,
    amounts[at] ?? '',
    owed[at] ?? '',
    ...(hasStatus ? [status ?? ''] : []),
  ])
  const headings = ['day', 'what happened', 'amount', 'owed', ...(hasStatus ? ['status'] : [])]
  return table(headings, cells, paint)
}

function written(cents: number | null, currency: string): string {
  return cents === null ? '' : money(cents, currency)
}

function moneyRows({ account }: ToldLife): Row[] {
  return account.entries.map((entry) => ({
    day: entry.date,
    at: entry.at,
    what: tellEntry(entry, account.currency),
    amount: moves(entry) ? entry.amount : null,
    owed: moves(entry) ? entry.owed : null,
    status: null,
  }))
}

function doneRows({ done = [] }: ToldLife): Row[] {
  return done.map((one) => ({ ...one, amount: null, owed: null, status: null }))
}

/** What happened, in words, oldest first. */
export function tellNews({ events, timeZone, account }: ToldLife): ToldEvent[] {
  // Swedes write days as machines do.
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return events.flatMap((event) => {
    const what = wordsOf(event.type)
    if (what === null || isAnswered(event, events)) return []
    const at = event.clock_at ?? event.created_at
    const row = {
      type: event.type,
      day: dayOf.format(Date.parse(at)),
      at,
      amount: null,
      owed: null,
    }
    return [{ ...row, what: what + about(event, account.currency), status: statusAfter(event) }]
  })
}

/** An event of a kind that has no words yet is told by its name. */
function wordsOf(type: string): string | null {
  const known = news[type]
  if (known !== undefined) return known
  const [subject = '', ...rest] = type.split('.')
  return `${subject}: ${rest.join(' ')}`.replaceAll('_', ' ')
}

const statuses: Readonly<Record<string, string>> = {
  'policy.issued': 'paid',
  'policy.cancelled': 'cancelled',
  'policy.reinstated': 'paid',
  'policy.suspended': 'suspended',
  'policy.resumed': 'paid',
  'policy.expired': 'expired',
}

function statusAfter({ type, data }: Event): string | null {
  const { status } = isObject(data) ? data : {}
  if (!type.startsWith('policy.')) return null
  return typeof status === 'string' ? status : (statuses[type] ?? null)
}

/** Whether a payment waited for no time at all. */
function isAnswered(event: Event, events: readonly Event[]): boolean {
  if (event.type !== 'payment.pending') return false
  return events.some(
    (other) =>
      other.subject_id === event.subject_id &&
      other.type !== event.type &&
      (other.clock_at ?? other.created_at) === (event.clock_at ?? event.created_at),
  )
}

/** Of what is offered, the price beside the one before; of anything else with an amount, how much, and why. */
function about({ type, data }: Event, currency: string): string {
  const said = isObject(data) ? data : {}
  const { amount, error_code: code, gross_payment_amount: price } = said
  if (type === 'renewal.offered') {
    const { gross_payment_amount_before: before, first_day: day } = said
    if (typeof price !== 'number' || typeof before !== 'number') return ''
    return ` from ${String(day)}: ${money(price, currency)}, before ${money(before, currency)}`
  }
  if (type === 'renewal.blocked') return codesOf(said['problems'])
  const sum = typeof amount === 'number' ? ` over ${money(amount, currency)}` : ''
  if (type === 'dunning.opened') return `: ${money(Number(said['overdue']), currency)}`
  const last = said['grace_until'] ?? said['pay_until']
  if (type.startsWith('dunning.') && typeof last === 'string')
    return `${sum}, to be paid by ${last}`
  const { effective_date: from } = said
  if (type === 'policy.suspended' || type === 'policy.resumed') return ` from ${String(from)}`
  if (type.endsWith('_proposed')) return sum.replace(' over', ':')
  return typeof code === 'string' ? `${sum}: ${code}` : sum
}

function codesOf(problems: unknown): string {
  if (!Array.isArray(problems)) return ''
  return `: ${problems.map(String).join(', ')}`
}

/**
 * In the order of their moments. Of what happens at once comes first what was done, then an order, the
 * money that follows from it next, then what became of the means of payment, and of what is overdue.
 */
function mergeRows(told: readonly ToldEvent[], money: readonly Row[], done: readonly Row[]): Row[] {
  const isOrder = ({ what }: Row) => /^[A-Z]|proposed/.test(what)
  const isDunning = ({ type }: ToldEvent) => type.startsWith('dunning.')
  const ranked = [
    ...done.map((row) => ({ row, rank: -1 })),
    ...told.filter(isOrder).map((row) => ({ row, rank: 0 })),
    ...money.map((row) => ({ row, rank: 1 })),
    ...told.filter((row) => !isOrder(row)).map((row) => ({ row, rank: isDunning(row) ? 3 : 2 })),
  ]
  return ranked
    .toSorted((one, other) => momentOf(one.row) - momentOf(other.row) || one.rank - other.rank)
    .map(({ row }) => row)
}

function momentOf({ at }: Row): number {
  return Date.parse(at)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
