import type { PolicyAccount } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

type Entry = PolicyAccount['entries'][number]

/** An account statement: each entry with its amount and the balance owed after it. */
export function describeAccount(account: PolicyAccount, paint: Paint): string[] {
  const { currency, entries, open_invoices: open, on } = account
  const amounts = below(entries.map((entry) => (moves(entry) ? money(entry.amount, currency) : '')))
  const owed = below(entries.map((entry) => money(entry.owed, currency)))
  const rows = entries.map((entry, at) => [
    entry.date,
    describeEntry(entry, currency),
    amounts[at] ?? '',
    owed[at] ?? '',
    paint.dim(entry.id),
  ])
  const sums = below(open.map((invoice) => money(invoice.open, currency)))
  const invoices = open.map((invoice, at) => [
    invoice.due_date,
    sums[at] ?? '',
    money(invoice.total, currency),
    invoice.id,
  ])
  const documents = entries.flatMap(({ date, document }) =>
    document === null ? [] : [[date, document]],
  )
  return [
    ...(rows.length === 0
      ? []
      : [...table(['date', 'entry', 'amount', 'balance owed', 'id'], rows, paint), '']),
    ...(invoices.length === 0
      ? []
      : [...table(['due', 'open', 'of', 'invoice'], invoices, paint), '']),
    ...(documents.length === 0 ? [] : [...table(['date', 'document'], documents, paint), '']),
    conclude(account.owed, currency, on, paint),
  ]
}

function conclude(owed: number, currency: string, on: string, paint: Paint): string {
  if (owed > 0) return `On ${on} the customer owes ${paint.bold(money(owed, currency))}.`
  if (owed < 0) return `On ${on} the customer is owed ${paint.bold(money(-owed, currency))}.`
  return `On ${on} nothing is owed.`
}

const memos: readonly Entry['kind'][] = [
  'invoice',
  'credit_note',
  'on_account',
  'unapplied_payment',
  'unapplied_refund',
]

/** Whether an entry moves the balance: an invoice only announces it, an unapplied payment never does. */
export function moves({ kind }: Entry): boolean {
  return !memos.includes(kind)
}

/** An entry in words. */
export function describeEntry(entry: Entry, currency: string): string {
  const total = entry.total === null ? '' : money(entry.total, currency)
  const because = entry.reason === null ? '' : `: ${entry.reason}`
  switch (entry.kind) {
    case 'charge':
      return entry.first_day === null
        ? 'charge'
        : `charge for ${entry.first_day} to ${entry.last_day ?? ''}`
    case 'goodwill':
      return 'goodwill'
    case 'correction':
      return 'correction by hand'
    case 'invoice':
      return `invoice of ${total}, due ${entry.due_date ?? ''}`
    case 'credit_note':
      return `credit note of ${total}`
    case 'on_account':
      return `cover on account, ${entry.provider ?? ''} collects ${total}`
    case 'payment':
      return `payment by ${entry.provider ?? ''}`
    case 'receipt':
      return 'receipt by bank transfer'
    case 'unapplied_payment':
      return `payment of ${total} that came too late`
    case 'charge_back':
      return 'payment charged back'
    case 'refund':
      return 'refund'
    case 'unapplied_refund':
      return `return of ${total}`
    case 'failed_refund':
      return `refund failed${because}`
    case 'payout':
      return 'payout by bank'
    case 'failed_payout':
      return 'payout cancelled'
    case 'write_off':
      return `written off${because}`
    case 'recovery':
      return 'recovery of a written-off amount'
    default:
      return entry.kind
  }
}

/** Pads sums to one width, so that their digits align. */
export function below(sums: readonly string[]): string[] {
  const width = Math.max(0, ...sums.map(({ length }) => length))
  return sums.map((one) => one.padStart(width))
}
