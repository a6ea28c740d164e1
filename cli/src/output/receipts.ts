import type { BankReceipt, ImportedReceipts } from '@bindery/sdk'
import { money } from './money.ts'
import type { Paint } from './paint.ts'
import { count } from './problems.ts'
import { table } from './table.ts'

const words: Readonly<Record<string, string>> = {
  no_number: 'names no invoice',
  unknown_number: 'names an unknown invoice',
  several_numbers: 'names several invoices',
  other_currency: 'the invoice is in another currency',
  other_amount: 'another amount than the payment asks for',
  invoice_settled: 'the invoice is settled',
}

export function describeReceipts(receipts: readonly BankReceipt[], paint: Paint): string[] {
  if (receipts.length === 0) return ['Nothing was found.']
  const rows = receipts.map((receipt) => [
    receipt.received_on,
    money(receipt.amount, receipt.currency),
    stateOf(receipt, paint),
    receipt.reference,
    receipt.id,
  ])
  return table(['received', 'amount', 'state', 'reference', 'id'], rows, paint)
}

/** The result of an import, with each unmatched line. */
export function describeImportedReceipts(imported: ImportedReceipts, paint: Paint): string[] {
  const { new: fresh, known, outgoing, matched, unmatched, receipts } = imported
  const waiting = receipts
    .filter(({ is_new: isNew, state }) => isNew && state === 'unmatched')
    .map(({ line, why, id }) => [String(line), words[why ?? ''] ?? '', id])
  return [
    `${paint.green('✓')} ${count(fresh, 'new receipt')}: ${matched} posted, ${unmatched} unmatched.`,
    ...(known === 0 ? [] : [`${count(known, 'line')} already imported before.`]),
    ...(outgoing === 0 ? [] : [`${count(outgoing, 'outgoing line')} skipped.`]),
    ...(waiting.length === 0 ? [] : ['', ...table(['line', 'reason', 'id'], waiting, paint)]),
  ]
}

function stateOf({ state, why }: BankReceipt, paint: Paint): string {
  if (state === 'matched') return paint.green(state)
  if (state !== 'unmatched') return paint.dim(state)
  return `${paint.yellow(state)}, ${words[why ?? ''] ?? ''}`
}
