import type { PriceChange } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'

/** The old price, the shares of the difference, and the new price, as a column that adds up. */
export function describePriceChange(change: PriceChange, paint: Paint): string[] {
  const { before, after, shares, currency } = change
  const amount = (cents: number) => money(cents, currency)
  const signed = (cents: number) => `${cents > 0 ? '+' : ''}${amount(cents)}`
  const rows: [string, string][] = [
    [amount(before.gross_payment_amount), 'before'],
    ...shares.map(({ amount: cents, summary }): [string, string] => [signed(cents), summary]),
    [amount(after.gross_payment_amount), `from ${change.effective_date} on`],
  ]
  const width = Math.max(...rows.map(([cents]) => cents.length))
  const lines = rows.map(([cents, summary], at) => {
    const isPrice = at === 0 || at === rows.length - 1
    const padded = cents.padStart(width)
    return `${isPrice ? paint.bold(padded) : padded}  ${isPrice ? paint.dim(summary) : summary}`
  })
  return [change.summary, '', ...lines]
}
