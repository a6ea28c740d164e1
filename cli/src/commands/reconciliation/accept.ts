import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { money } from '../../output/money.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { wholeNumber } from '../../whole-number.ts'

const amountMax = 1_000_000_000_000
const listed = 'List the differences with: bindery reconciliation list --state unmatched --json'

export function addReconciliationAccept(reconciliation: Command): void {
  addCommand(reconciliation, 'accept <row-id>', {
    summary: 'Accept a difference to a payment provider as known',
    details:
      'Nothing is posted. The difference is listed apart with who accepted it and why, until it ' +
      'becomes another one.',
    examples: [
      'bindery reconciliation accept rcn_01b0acc58e2091c4be0f7a25d613 --reason "Sold at a fair."',
    ],
  })
    .requiredOption('--reason <text>', 'why it is known; do not include personal data')
    .option(
      '--difference <amount>',
      'the difference that you see, in minor units: refused if it is another by now',
      wholeNumber(-amountMax, amountMax),
    )
    .action(action(accept))
  addCommand(reconciliation, 'reopen <row-id>', {
    summary: 'Take back that a difference is known',
    examples: ['bindery reconciliation reopen rcn_01b0acc58e2091c4be0f7a25d613'],
  }).action(action(reopen))
}

async function accept(
  { options, output, server }: Work<{ readonly reason: string; readonly difference?: number }>,
  id: string,
): Promise<void> {
  const { client } = await server()
  const item = await ifNotFound(client.manage.accounting.acceptDifference(id, options), listed)
  output.show(item, (paint) => [
    `${paint.green('✓')} ${money(item.difference, item.currency)} is accepted as known; nothing is posted.`,
  ])
}

async function reopen({ output, server }: Work<object>, id: string): Promise<void> {
  const { client } = await server()
  const item = await ifNotFound(client.manage.accounting.reopenDifference(id), listed)
  output.show(item, (paint) => [
    `${paint.green('✓')} ${money(item.difference, item.currency)} is unmatched again.`,
  ])
}
