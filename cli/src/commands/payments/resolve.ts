import type { ResolvePayment } from '@bindery/sdk'
import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

export function addPaymentsResolve(payments: Command): void {
  addCommand(payments, 'resolve <payment-id>', {
    summary: 'Say how a payment in doubt ended',
    details:
      'After you have looked at the provider. With ok the policy is issued, or the money given back ' +
      'where the offer can no longer be sold; with failed the offer can be paid again.',
    examples: [
      'bindery payments resolve t01b0acc58e2041854d052f4f76686186 --outcome ok --note "Captured, says their dashboard."',
    ],
  })
    .addOption(
      new Option('--outcome <outcome>', 'ok: the money is there; failed: it never comes')
        .choices(['ok', 'failed'])
        .makeOptionMandatory(),
    )
    .requiredOption('--note <text>', 'how you know, for the audit log; name no person in it')
    .action(action(resolve))
}

async function resolve(
  { options, output, server }: Work<ResolvePayment>,
  paymentId: string,
): Promise<void> {
  const { outcome, note } = options
  const { client } = await server()
  const payment = await ifNotFound(
    client.manage.payments.resolve(paymentId, { outcome, note }),
    'Those that need a person are listed by: bindery payments --in-doubt',
  )
  output.show(payment, (paint) => [
    `${paint.green('✓')} The payment of ${payment.policy_id} is ${payment.status}.`,
  ])
}
