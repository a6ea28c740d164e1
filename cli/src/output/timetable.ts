import type { Event, PolicyAccount } from '../sdk.ts'
import { below, moves, tellEntry } from './account.ts'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** All that is known of a policy's life: its money, what else happened, and where its days begin. */
interface ToldLife {
  readonly account: PolicyAccount
  readonly events: readonly Event[]
  readonly timeZone: string
}

/** What a timetable says of news. All else is told by the account, or is of no interest to a reader. */
const news: Readonly<Record<string, string>> = {
  'policy.issued': 'POLICY ISSUED',
  'policy.changed': 'POLICY CHANGED',
  'policy.change_proposed': 'change proposed, to be paid first',
  'policy.change_failed': 'change failed',
  'policy.cancelled': 'POLICY CANCELLED',
  'policy.reinstated': 'POLICY REINSTATED',
  'policy.reinstatement_proposed': 'reinstatement proposed, to be paid first',
  'policy.proposal_lapsed': 'proposal lapsed',
  'policy.proposal_preempted': 'proposal overtaken by another order',
  'policy.renewed': 'POLICY RENEWED',
  'policy.lapsed': 'POLICY LAPSED',
  'policy.expired': 'POLICY EXPIRED',
  'payment.failed': 'payment failed',
  'payment.pending': 'payment waits for an answer',
  'payment.in_doubt': 'payment in doubt',
  'refund.failed': 'refund failed',
  'mandate.given': 'mandate given',
  'mandate.replaced': 'mandate replaced by another',
  'mandate.declined': 'mandate no longer good',
  'mandate.withdrawn': 'mandate withdrawn',
}

interface Row {
  readonly day: string
  readonly at: string
  readonly what: string
  readonly amount: number | null
  /** What is owed after it; null where it moves nothing. */
  readonly owed: number | null
}

/** A life as one reads it: on which day what happened, what it moved, and what was owed then. */
export function describeTimetable(life: ToldLife, paint: Paint): string[] {
  const { currency } = life.account
  const rows = mergeRows(newsRows(life), moneyRows(life))
  const amounts = below(rows.map(({ amount }) => written(amount, currency)))
  const owed = below(rows.map((row) => written(row.owed, currency)))
  const cells = rows.map(({ day, what }, at) => [
    day === rows[at - 1]?.day ? '' : day,
    what,
    amounts[at] ?? '',
    owed[at] ?? '',
  ])
  return table(['day', 'what happened', 'amount', 'owed'], cells, paint)
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
  }))
}

function newsRows({ events, timeZone, account }: ToldLife): Row[] {
  // Swedes write days as machines do.
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return events.flatMap((event) => {
    const what = news[event.type]
    if (what === undefined || isAnswered(event, events)) return []
    const at = event.clock_at ?? event.created_at
    const day = dayOf.format(Date.parse(at))
    return [{ day, at, what: what + about(event, account.currency), amount: null, owed: null }]
  })
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

/** Of a payment that came to nothing, how much it was, and why. */
function about({ type, data }: Event, currency: string): string {
  if (!type.startsWith('payment.')) return ''
  const { amount, error_code: code } = isObject(data) ? data : {}
  const sum = typeof amount === 'number' ? ` over ${money(amount, currency)}` : ''
  return typeof code === 'string' ? `${sum}: ${code}` : sum
}

/**
 * In the order of their moments. Of what happens at once an order comes first, the money that follows
 * from it next, and then what became of the means of payment.
 */
function mergeRows(told: readonly Row[], money: readonly Row[]): Row[] {
  const isOrder = ({ what }: Row) => /^[A-Z]|proposed/.test(what)
  const ranked = [
    ...told.filter(isOrder).map((row) => ({ row, rank: 0 })),
    ...money.map((row) => ({ row, rank: 1 })),
    ...told.filter((row) => !isOrder(row)).map((row) => ({ row, rank: 2 })),
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
