import type { Queryable } from '../database/index.ts'
import type { DunningLetter } from '../dunning/index.ts'
import { invoiceNumber, isFee, selectNumbers } from '../ledger/index.ts'
import type { CaseDunning } from './document-case.ts'
import type { PayPageOf } from './pay-pages.ts'

/** A letter with the amounts that it was written with, whatever was paid since. */
export async function gatherLetter(
  db: Queryable,
  letter: DunningLetter,
  pageOf: PayPageOf,
): Promise<CaseDunning> {
  const { kind, number, day, total, graceUntil, coverUntil, coverFrom } = letter
  const numbered = letter.invoices.filter((one) => one.kind !== 'fee')
  const numbers = await selectNumbers(
    db,
    numbered.map(({ id }) => id),
  )
  const pages = await Promise.all(letter.invoices.map(pageOf))
  const invoices = letter.invoices.map((one, at) => {
    const given = numbers.get(one.id)
    if (one.kind !== 'fee' && given === undefined) throw new Error(`${one.id} has no number yet`)
    return {
      number: given === undefined ? null : invoiceNumber(given),
      dueDay: Temporal.PlainDate.from(one.due_day),
      open: one.open,
      isFee: isFee(one),
      page: pages[at] ?? null,
    }
  })
  const fee = letter.invoices.find(({ id }) => id === letter.feeInvoiceId)?.open ?? 0
  const days = { day, graceUntil, coverUntil, coverFrom }
  const { graceDays, revivalAmount } = letter
  return { kind, number, invoices, fee, total, graceDays, revivalAmount, ...days }
}
