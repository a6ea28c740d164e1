import type { Event, PolicyAccount } from '@bindery/sdk'
import { below, moves, describeEntry } from './account.ts'
import { type EventWords, ranks, wordsOf } from './event-words.ts'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** The life of a policy: its account, its events, and the time zone of its days. */
interface ShownLife {
  readonly account: PolicyAccount
  readonly events: readonly Event[]
  readonly timeZone: string
  /** Steps of a simulation without an event. Where given, the status has a column too. */
  readonly done?: readonly { readonly day: string; readonly at: string; readonly what: string }[]
}

interface Row {
  readonly day: string
  readonly at: string
  readonly what: string
  readonly amount: number | null
  /** The balance after it; null where it moves no money. */
  readonly owed: number | null
  /** The new status of the policy; null where it does not change. */
  readonly status: string | null
}

interface ShownEvent extends Row {
  readonly type: string
  readonly rank: number
}

/** One row per event: its day, its amount and the balance owed after it. */
export function describeTimetable(life: ShownLife, paint: Paint): string[] {
  const { currency } = life.account
  const rows = mergeRows(describeEvents(life), moneyRows(life), doneRows(life))
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

function moneyRows({ account }: ShownLife): Row[] {
  return account.entries.map((entry) => ({
    day: entry.date,
    at: entry.at,
    what: describeEntry(entry, account.currency),
    amount: moves(entry) ? entry.amount : null,
    owed: moves(entry) ? entry.owed : null,
    status: null,
  }))
}

function doneRows({ done = [] }: ShownLife): Row[] {
  return done.map((one) => ({ ...one, amount: null, owed: null, status: null }))
}

/** The events in words, oldest first. */
export function describeEvents({ events, timeZone, account }: ShownLife): ShownEvent[] {
  // Swedish dates are in ISO format.
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return events.flatMap((event) => {
    const described = wordsOf(event)
    if (described === null || isAnswered(event, events)) return []
    const { words, rank, details } = described
    const data = isObject(event.data) ? event.data : {}
    const at = event.clock_at ?? event.created_at
    return [
      {
        type: event.type,
        rank,
        day: dayOf.format(Date.parse(at)),
        at,
        what: words + details(data, account.currency),
        amount: null,
        owed: null,
        status: event.type.startsWith('policy.') ? statusAfter(data, described) : null,
      },
    ]
  })
}

function statusAfter(
  data: Readonly<Record<string, unknown>>,
  described: EventWords,
): string | null {
  return typeof data['status'] === 'string' ? data['status'] : (described.status ?? null)
}

/** Whether a pending payment was answered in the same moment. */
function isAnswered(event: Event, events: readonly Event[]): boolean {
  if (event.type !== 'payment.pending') return false
  return events.some(
    (other) =>
      other.subject_id === event.subject_id &&
      other.type !== event.type &&
      (other.clock_at ?? other.created_at) === (event.clock_at ?? event.created_at),
  )
}

/** Sorted by moment, and within one moment by rank. */
function mergeRows(
  events: readonly ShownEvent[],
  money: readonly Row[],
  done: readonly Row[],
): Row[] {
  const ranked = [
    ...done.map((row) => ({ row, rank: ranks.done })),
    ...money.map((row) => ({ row, rank: ranks.money })),
    ...events.map((row) => ({ row, rank: row.rank })),
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
