import type { PolicyVersionId } from '../kernel/index.ts'
import type { TaxedPart } from '../timelines/index.ts'
import type { AdjustedCharge } from './preview-billing.ts'
import type { InvoiceLine } from './invoice.ts'
import { type TaxedAmount, sumsByRate } from './postings.ts'

/** A charge, and the version that charged it. */
export interface InvoicedCharge extends AdjustedCharge {
  readonly versionId: PolicyVersionId
}

/** Whether anything of it shows on a document: commission does not. */
export function movesMoney({
  amount: { payment, tax, fee },
}: Pick<InvoicedCharge, 'amount'>): boolean {
  return payment !== 0 || tax !== 0 || fee !== 0
}

/** What of a charge is taxed at which rate; nothing where that is not known. */
export type TaxOf = (charge: InvoicedCharge) => readonly TaxedPart<number | undefined>[]

/** Finds that out for charges. */
export type FindTax = (charges: readonly InvoicedCharge[]) => Promise<TaxOf>

/** What charges say on an invoice: of each one line, or one for each of its rates of tax. */
export function linesOf(charges: readonly InvoicedCharge[], taxOf: TaxOf): InvoiceLine[] {
  return charges.flatMap((charge) => {
    const parts = taxOf(charge)
    if (parts.length < 2) return [lineOf(charge, charge, parts[0]?.rate)]
    return parts.map(({ cost, rate }) => lineOf(charge, { ...charge, amount: cost }, rate))
  })
}

function lineOf(
  { versionId, isFirst, period }: InvoicedCharge,
  { amount: { payment: amount, tax, fee } }: Pick<InvoicedCharge, 'amount'>,
  taxRate: number | undefined,
): InvoiceLine {
  const days = { first_day: period.firstDay.toString(), last_day: period.lastDay.toString() }
  const rate = taxRate === undefined ? {} : { tax_rate: percentOf(taxRate) }
  const kind = isFirst ? 'period' : 'adjustment'
  return { kind, ...days, amount, tax, fee, ...rate, version_id: versionId }
}

/** What of a charge is taxed at which rate. */
export function taxedParts(charge: InvoicedCharge, taxOf: TaxOf): TaxedAmount[] {
  const parts = taxOf(charge)
  const known = parts.length === 0 ? [{ rate: undefined, cost: charge.amount }] : parts
  return sumsByRate(
    known.map(({ rate, cost: { payment, tax, fee } }) => ({
      rate: rate === undefined ? null : percentOf(rate),
      net: payment - tax - fee,
      tax,
    })),
  )
}

/** Without what a fraction of two has too much: 0.19 is 19. */
function percentOf(fraction: number): string {
  return String(Number((fraction * 100).toFixed(6)))
}
