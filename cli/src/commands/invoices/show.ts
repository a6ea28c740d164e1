import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeInvoice } from '../../output/invoices.ts'
import { findInvoice } from '../../server/find-invoice.ts'

export function addInvoicesShow(invoices: Command): void {
  addCommand(invoices, 'show <invoice>', {
    summary: 'Show an invoice with its lines and payments',
    details: 'Name the invoice by its number or id.',
    examples: ['bindery invoices show 2027-000123'],
  }).action(action(show))
}

async function show({ output, server }: Work<object>, name: string): Promise<void> {
  const opened = await server()
  const { id } = await findInvoice(opened, name)
  const invoice = await opened.client.manage.invoices.show(id)
  output.show(invoice, (paint) => describeInvoice(invoice, paint))
}
