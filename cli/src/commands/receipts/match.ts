import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { money } from '../../output/money.ts'
import { findInvoice } from '../../server/find-invoice.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

interface Options {
  readonly overpayment?: boolean
}

export function addReceiptsMatch(receipts: Command): void {
  addCommand(receipts, 'match <receipt-id> <invoice>', {
    summary: 'Post an unmatched receipt to an invoice',
    details: 'Name the invoice by its number or id.',
    examples: ['bindery receipts match rcp_01b0acc58e2091c4be0f7a25d613 2027-000123'],
  })
    .option('--overpayment', 'post it although the invoice is already settled')
    .action(action(match))
}

async function match(
  { options, output, server }: Work<Options>,
  receiptId: string,
  name: string,
): Promise<void> {
  const opened = await server()
  const invoice = await findInvoice(opened, name)
  const body = { invoice_id: invoice.id, overpayment: options.overpayment ?? false }
  const receipt = await ifNotFound(
    opened.client.manage.receipts.match(receiptId, body),
    'List the unmatched receipts with: bindery receipts list',
  )
  output.show(receipt, (paint) => [
    `${paint.green('✓')} ${money(receipt.amount, receipt.currency)} is posted to invoice ${invoice.number ?? invoice.id}.`,
  ])
}
