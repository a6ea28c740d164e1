import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { money } from '../../output/money.ts'
import { findInvoice } from '../../server/find-invoice.ts'

interface Options {
  readonly until: string
  readonly reason: string
}

export function addInvoicesDefer(invoices: Command): void {
  addCommand(invoices, 'defer <invoice>', {
    summary: 'Give a customer more time for an invoice',
    details:
      'Name the invoice by its number or id. Until the new due date it is not collected and not ' +
      'dunned, and the customer gets a letter about it.',
    examples: [
      'bindery invoices defer 2027-000123 --until 2027-03-15 --reason "Salary comes on the 14th."',
    ],
  })
    .requiredOption('--until <date>', 'new due date, up to a year from today')
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .action(action(defer))
}

async function defer({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { id, due_date: before } = await findInvoice(opened, name)
  const body = { due_date: options.until, reason: options.reason }
  const invoice = await opened.client.manage.invoices.defer(id, body)
  output.show(invoice, (paint) => [
    `${paint.green('✓')} ${money(invoice.open, invoice.currency)} of invoice ${invoice.number ?? id} is due on ${invoice.due_date}, no longer on ${before}.`,
  ])
}
