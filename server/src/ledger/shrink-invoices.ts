import type { InvoiceId } from '../kernel/index.ts'
import type { Charge } from '../timelines/index.ts'
import { type Invoice, isFee } from './invoice.ts'

/** An invoice that is not paid yet, with the first days of the periods that its lines show. */
export interface OpenInvoice extends Pick<Invoice, 'id' | 'kind' | 'open' | 'dueDay'> {
  readonly periods: readonly string[]
}

/** An open invoice of which less is open now. */
export interface ShrunkInvoice {
  readonly id: InvoiceId
  readonly open: number
}

/** Money that pays invoices, one after the other. */
export function shrink(
  invoices: readonly Pick<Invoice, 'id' | 'open'>[],
  by: number,
): ShrunkInvoice[] {
  let left = by
  return invoices.flatMap(({ id, open }) => {
    if (left <= 0) return []
    const part = Math.min(left, open)
    left -= part
    return [{ id, open: open - part }]
  })
}

/**
 * What became cheaper: the invoices of the cheaper periods shrink first, the earliest period before the
 * others, so that what is owed for an earlier period stays overdue. What is left shrinks all invoices,
 * the oldest due first and fees last.
 */
export function shrinkByCharges(
  invoices: readonly OpenInvoice[],
  charges: readonly Charge[],
): ShrunkInvoice[] {
  const open = new Map(invoices.map((invoice) => [invoice.id, invoice.open]))
  let left = charges.reduce((sum, { amount }) => sum - amount.payment, 0)
  const lower = (asked: readonly OpenInvoice[], by: number) => {
    for (const { id, open: part } of shrink(currentOf(asked, open), Math.min(by, left))) {
      left -= (open.get(id) ?? 0) - part
      open.set(id, part)
    }
  }
  for (const { period, amount } of charges.toSorted(byPeriod)) {
    const firstDay = period.firstDay.toString()
    lower(
      invoices.filter(({ periods }) => periods.includes(firstDay)),
      -amount.payment,
    )
  }
  lower(
    invoices.toSorted((one, other) => Number(isFee(one)) - Number(isFee(other))),
    left,
  )
  return invoices.flatMap(({ id, open: before }) => {
    const after = open.get(id) ?? before
    return after === before ? [] : [{ id, open: after }]
  })
}

function currentOf(
  invoices: readonly OpenInvoice[],
  open: ReadonlyMap<InvoiceId, number>,
): ShrunkInvoice[] {
  return invoices.map(({ id }) => ({ id, open: open.get(id) ?? 0 }))
}

function byPeriod({ period: one }: Charge, { period: other }: Charge): number {
  return Temporal.PlainDate.compare(one.firstDay, other.firstDay)
}

/** Those of which nothing is left open. */
export function settledBy(shrunk: readonly ShrunkInvoice[]): InvoiceId[] {
  return shrunk.filter(({ open }) => open === 0).map(({ id }) => id)
}
