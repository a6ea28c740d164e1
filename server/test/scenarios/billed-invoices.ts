export interface ModelInvoice {
  due: Temporal.PlainDate
  readonly total: number
  /** The first days of the months that its lines name. */
  readonly months: ReadonlySet<string>
  /** Whether it asks for a fee by hand: what shrinks invoices takes it last. */
  readonly isFee: boolean
  /** What the distributor earns with it once it is paid. */
  readonly commission: number
  open: number
  isGivenUp: boolean
  /** What was given up of it, and has not come since. */
  lost: number
}

/** How much more a month costs than before. */
export interface MonthChange {
  readonly month: string
  readonly by: number
}

export function sumOfOpen(invoices: readonly ModelInvoice[]): number {
  return invoices.reduce((sum, { open }) => sum + open, 0)
}

/** What is left open where months became cheaper: their own invoices shrink first. */
export function afterChanges(
  invoices: readonly ModelInvoice[],
  changes: readonly MonthChange[],
): ModelInvoice[] {
  let less = Math.max(
    0,
    changes.reduce((sum, { by }) => sum - by, 0),
  )
  const left = invoices.map((invoice) => ({ ...invoice }))
  const lower = (some: readonly ModelInvoice[], most: number) => {
    let rest = Math.min(most, less)
    for (const invoice of some) {
      const part = Math.max(0, Math.min(rest, invoice.open))
      invoice.open -= part
      rest -= part
      less -= part
    }
  }
  const cheaper = changes.filter(({ by }) => by < 0)
  for (const { month, by } of cheaper) {
    lower(
      left.filter(({ months }) => months.has(month)),
      -by,
    )
  }
  lower(feesLast(left), less)
  return left
}

function feesLast(invoices: readonly ModelInvoice[]): ModelInvoice[] {
  return [...invoices.filter(({ isFee }) => !isFee), ...invoices.filter(({ isFee }) => isFee)]
}

export function afterShrinking(invoices: readonly ModelInvoice[], by: number): ModelInvoice[] {
  let left = Math.max(0, by)
  return invoices.map((invoice) => {
    const part = Math.min(left, invoice.open)
    left -= part
    return { ...invoice, open: invoice.open - part }
  })
}
