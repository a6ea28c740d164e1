import type { InvoiceId } from '../kernel/index.ts'
import {
  type Charge,
  type ChargedPeriod,
  type Timeline,
  chargeAgain,
  nextPeriod,
} from '../timelines/index.ts'
import type { Invoice } from './invoice.ts'
import { type Balances, book } from './postings.ts'

/** How a policy's money stands: the periods it was charged for, what is owed, and what is asked for. */
export interface Charged {
  readonly periods: readonly ChargedPeriod[]
  readonly balances: Balances
  /** Those that are open, oldest due first. */
  readonly invoices: readonly Pick<Invoice, 'id' | 'open'>[]
  /** How many charges there are, and up to which one they are taken in by invoices. */
  readonly count: number
  readonly asked: number
}

/** What a timeline changes about the money of a policy. */
export interface Reckoning {
  readonly charges: readonly Charge[]
  /** What is owed, and neither covered by credit nor asked for by an invoice yet. */
  readonly owed: number
  readonly credit: number
  /** What of the credit is given back now: all of it, unless a period of the term is still to come. */
  readonly refund: number
  /** Open invoices of which less is open now. */
  readonly shrunk: readonly { readonly id: InvoiceId; readonly open: number }[]
}

/** What a timeline would come to, were it to hold from now on. Nothing is written. */
export function foresee(
  timeline: Timeline,
  charged: Pick<Charged, 'periods' | 'balances' | 'invoices'>,
): Reckoning {
  const charges = chargeAgain(timeline, charged.periods)
  const { balances } = book(
    charged.balances,
    charges.map(({ amount }) => ({ kind: 'charge', cause: '', amount })),
  )
  const change = charges.reduce((sum, { amount }) => sum + amount.payment, 0)
  const shrunk = shrink(charged.invoices, -change)
  const open = charged.invoices.reduce((sum, invoice) => sum + openOf(invoice, shrunk), 0)
  return {
    charges,
    owed: balances.receivable - open,
    credit: balances.credit,
    refund: nextPeriod(timeline, charged.periods) === null ? balances.credit : 0,
    shrunk,
  }
}

/** What is open shrinks by what is owed less, one after the other. */
export function shrink(
  invoices: Charged['invoices'],
  by: number,
): { id: InvoiceId; open: number }[] {
  let left = by
  return invoices.flatMap(({ id, open }) => {
    if (left <= 0) return []
    const part = Math.min(left, open)
    left -= part
    return [{ id, open: open - part }]
  })
}

function openOf({ id, open }: Charged['invoices'][number], shrunk: Reckoning['shrunk']): number {
  return shrunk.find((one) => one.id === id)?.open ?? open
}
