import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { money } from '../../output/money.ts'
import { findInvoice } from '../../server/find-invoice.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly amount: number
  readonly on: string
  readonly reference?: string
  readonly iban?: string
  readonly overpayment?: boolean
}

const amountMax = 1_000_000_000_000

export function addReceiptsRecord(receipts: Command): void {
  addCommand(receipts, 'record <invoice>', {
    summary: 'Record a payment by bank transfer for an invoice',
    details: 'Name the invoice by its number or id.',
    examples: ['bindery receipts record 2027-000123 --amount 146241 --on 2027-07-01'],
  })
    .requiredOption(
      '--amount <cents>',
      'amount received, in minor units (cents)',
      wholeNumber(1, amountMax),
    )
    .requiredOption('--on <day>', 'day on which the bank received it', day)
    .option('--reference <text>', 'payment reference of the bank')
    .option('--iban <account>', 'account that paid, to which refunds go back')
    .option('--overpayment', 'post it although the invoice is already settled')
    .action(action(record))
}

async function record({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { id, currency, number } = await findInvoice(opened, name)
  const { amount, on, reference, iban, overpayment = false } = options
  const payment = await opened.client.manage.receipts.record(id, {
    amount,
    currency,
    received_on: on,
    overpayment,
    ...(reference === undefined ? {} : { reference }),
    ...(iban === undefined ? {} : { iban }),
  })
  output.show(payment, (paint) => [
    `${paint.green('✓')} ${money(amount, currency)} is posted to invoice ${number ?? id}.`,
  ])
}
