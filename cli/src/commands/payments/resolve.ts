import type { ResolvePayment } from '@bindery/sdk'
import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

export function addPaymentsResolve(payments: Command): void {
  addCommand(payments, 'resolve <payment-id>', {
    summary: 'Resolve a payment in doubt',
    details:
      'Check the payment with the provider first. With ok the policy is issued, or the money refunded ' +
      'where the offer can no longer be sold. With failed the offer can be paid again.',
    examples: [
      'bindery payments resolve t01b0acc58e2041854d052f4f76686186 --outcome ok --note "Captured, says their dashboard."',
    ],
  })
    .addOption(
      new Option('--outcome <outcome>', 'ok: the money arrived; failed: it will not arrive')
        .choices(['ok', 'failed'])
        .makeOptionMandatory(),
    )
    .requiredOption(
      '--note <text>',
      'your evidence, for the audit log; do not include personal data',
    )
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
    'List the payments in doubt with: bindery payments --in-doubt',
  )
  output.show(payment, (paint) => [
    `${paint.green('✓')} The payment of ${payment.policy_id} is ${payment.status}.`,
  ])
}
