import type { ResolveRefund } from '@bindery/sdk'
import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { money } from '../../output/money.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

export function addRefundsResolve(refunds: Command): void {
  addCommand(refunds, 'resolve <refund-id>', {
    summary: 'Resolve a refund in doubt',
    details: 'List the refunds in doubt and their payments with: bindery payments --in-doubt',
    examples: [
      'bindery refunds resolve ref_01a1dd4f990214706f9ece885eea --outcome retry --note "The account is open again."',
    ],
  })
    .addOption(
      new Option(
        '--outcome <outcome>',
        'ok: you refunded the money in another way; retry: ask the provider again',
      )
        .choices(['ok', 'retry'])
        .makeOptionMandatory(),
    )
    .requiredOption(
      '--note <text>',
      'your evidence, for the audit log; do not include personal data',
    )
    .action(action(resolve))
}

async function resolve(
  { options, output, server }: Work<ResolveRefund>,
  refundId: string,
): Promise<void> {
  const { outcome, note } = options
  const { client } = await server()
  const refund = await ifNotFound(
    client.manage.refunds.resolve(refundId, { outcome, note }),
    'List the refunds in doubt with: bindery payments --in-doubt',
  )
  output.show(refund, (paint) => [
    `${paint.green('✓')} The refund of ${money(refund.amount, refund.currency)} is ${refund.status}.`,
  ])
}
