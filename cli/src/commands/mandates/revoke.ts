import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { findPolicy } from '../../server/find-policy.ts'

interface Options {
  readonly reason: string
}

export function addMandatesRevoke(mandates: Command): void {
  addCommand(mandates, 'revoke <policy>', {
    summary: 'Revoke the active mandate of a policy for the customer',
    details:
      'Name the policy by its number or id. Nothing is collected with the mandate from then on: the ' +
      'customer pays each instalment with the token of its invoice. A collection that was sent to ' +
      'the provider before is not stopped.',
    examples: ['bindery mandates revoke TRV-7K2MQ9XA --reason "The card is closed."'],
  })
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .action(action(revoke))
}

async function revoke({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { id, insurer_policy_id: number } = await findPolicy(opened, name)
  const { mandates } = await opened.client.mandates.list(id)
  const active = mandates.find(({ status }) => status === 'active')
  if (active === undefined) {
    throw new Failure(
      exitCodes.failed,
      `Policy ${number} has no active mandate.`,
      `List its mandates with: bindery mandates list ${number}`,
    )
  }
  const { reason } = options
  const revoked = await opened.client.mandates.revoke(id, active.id, { reason })
  output.show(revoked, (paint) => [
    `${paint.green('✓')} The mandate of ${number} is revoked. The customer pays the next instalments.`,
    ...revoked.pending_payment_ids.map(
      (payment) => `The provider is still collecting payment ${payment}.`,
    ),
  ])
}
