import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { money } from '../../output/money.ts'
import { findInvoice } from '../../server/find-invoice.ts'

interface Options {
  readonly reason: string
}

export function addInvoicesWriteOff(invoices: Command): void {
  addCommand(invoices, 'write-off <invoice>', {
    summary: 'Write off the open amount of an invoice',
    details:
      'Name the invoice by its number or id. The amount is no longer collected or dunned. Money that ' +
      'arrives for it later is still posted.',
    examples: ['bindery invoices write-off 2027-000123 --reason "The company was dissolved."'],
  })
    .requiredOption('--reason <text>', 'reason for the ledger; do not include personal data')
    .action(action(writeOff))
}

async function writeOff({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { id, open, currency } = await findInvoice(opened, name)
  const invoice = await opened.client.manage.invoices.writeOff(id, { reason: options.reason })
  output.show(invoice, (paint) => [
    `${paint.green('✓')} ${money(open, currency)} of invoice ${invoice.number ?? id} is written off.`,
  ])
}
