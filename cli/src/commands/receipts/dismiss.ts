import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { money } from '../../output/money.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

interface Options {
  readonly reason: string
}

export function addReceiptsDismiss(receipts: Command): void {
  addCommand(receipts, 'dismiss <receipt-id>', {
    summary: 'Dismiss an unmatched receipt that pays no invoice',
    examples: [
      'bindery receipts dismiss rcp_01b0acc58e2091c4be0f7a25d613 --reason "Refund of a supplier."',
    ],
  })
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .action(action(dismiss))
}

async function dismiss(
  { options, output, server }: Work<Options>,
  receiptId: string,
): Promise<void> {
  const { client } = await server()
  const receipt = await ifNotFound(
    client.manage.receipts.dismiss(receiptId, { reason: options.reason }),
    'List the unmatched receipts with: bindery receipts list',
  )
  output.show(receipt, (paint) => [
    `${paint.green('✓')} ${money(receipt.amount, receipt.currency)} is dismissed; nothing is posted.`,
  ])
}
