import { daysInclusive } from '../kernel/index.ts'
import type { CaseInvoice, CaseLine } from './document-case.ts'
import type { AmountText, FormatData } from './document-data.ts'
import { amountText, dayText, percentText } from './formats.ts'
import { isToBePaid } from './pay-pages.ts'
import type { InvoiceData, InvoiceLineData, RateText } from './invoice-data.ts'

/** An invoice in the words of its language. */
export function assembleInvoice(
  invoice: CaseInvoice,
  currency: string,
  format: FormatData,
): InvoiceData {
  const amount = (cents: number) => amountText(format, cents, currency)
  const rate = (value: number): RateText => ({ value, text: percentText(format, value) })
  const lines = linesShown(invoice)
  const periods = lines.filter(({ kind }) => kind !== 'balance')
  const { premium, payment } = invoice
  return {
    id: invoice.id,
    number: invoice.number,
    reference: { value: invoice.reference, text: inFours(invoice.reference) },
    kind: invoice.kind,
    issued: dayText(format, invoice.issueDay),
    due: dayText(format, invoice.dueDay),
    lines: lines.map((line) => lineData(line, { amount, rate, format })),
    net: amount(sumOf(periods, netOf)),
    fee: amount(sumOf(periods, ({ fee }) => fee)),
    tax: amount(sumOf(periods, ({ tax }) => tax)),
    taxes: taxesOf(periods).map(({ taxRate, net, tax }) => ({
      rate: rate(taxRate),
      net: amount(net),
      tax: amount(tax),
    })),
    total: amount(invoice.total),
    open: amount(isToBePaid(invoice) ? invoice.total : 0),
    premium: {
      now: amount(premium.now),
      before: premium.before === null ? null : amount(premium.before),
    },
    payment: { how: payment.how, provider: payment.provider, method: payment.method },
  }
}

/** A credit note shows the amounts that are credited, without minus signs. */
function linesShown({ kind, lines }: CaseInvoice): readonly CaseLine[] {
  if (kind !== 'credit_note') return lines
  return lines.map((line) => ({
    ...line,
    amount: negated(line.amount),
    tax: negated(line.tax),
    fee: negated(line.fee),
  }))
}

/** Without the zero that is below zero. */
function negated(cents: number): number {
  return cents === 0 ? 0 : -cents
}

function lineData(
  line: CaseLine,
  written: {
    readonly amount: (cents: number) => AmountText
    readonly rate: (value: number) => RateText
    readonly format: FormatData
  },
): InvoiceLineData {
  const { amount, rate, format } = written
  const { period, because } = line
  return {
    kind: line.kind,
    text: line.text,
    first: period && dayText(format, period.firstDay),
    last: period && dayText(format, period.lastDay),
    days: period && daysInclusive(period.firstDay, period.lastDay),
    tax_rate: line.taxRate === null ? null : rate(line.taxRate),
    amount: amount(line.amount),
    net: amount(netOf(line)),
    tax: amount(line.tax),
    fee: amount(line.fee),
    because: because && {
      transaction: because.transaction,
      effective: dayText(format, because.effectiveDay),
    },
  }
}

/** The tax by rate, in the order of the lines. */
function taxesOf(lines: readonly CaseLine[]): { taxRate: number; net: number; tax: number }[] {
  const groups = Map.groupBy(lines, ({ taxRate }) => taxRate)
  return [...groups].flatMap(([taxRate, some]) =>
    taxRate === null
      ? []
      : [{ taxRate, net: sumOf(some, netOf), tax: sumOf(some, ({ tax }) => tax) }],
  )
}

function netOf({ amount, tax, fee }: CaseLine): number {
  return amount - tax - fee
}

function sumOf(lines: readonly CaseLine[], part: (line: CaseLine) => number): number {
  return lines.reduce((sum, line) => sum + part(line), 0)
}

function inFours(reference: string): string {
  return reference.replaceAll(/.{4}(?=.)/g, '$& ')
}
