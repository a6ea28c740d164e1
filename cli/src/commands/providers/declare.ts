import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'

interface Options {
  readonly method: readonly string[]
}

export function addProvidersDeclare(providers: Command): void {
  addCommand(providers, 'declare <name>', {
    summary: 'Declare a payment provider of your own, or change its methods',
    details:
      'For payments that you collect outside the platform. Payment plans may then list the provider. ' +
      'It works like invoice: a payment is ok at once, and the policy is issued. It applies to test ' +
      'and live mode. Declaring it again replaces its methods.',
    examples: [
      'bindery providers declare acme_invoice --method invoice',
      'bindery providers declare acme_billing --method invoice direct_debit',
    ],
  })
    .option('--method <names...>', 'payment methods of the provider', ['invoice'])
    .action(action(declare))
}

async function declare({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const { client } = await server()
  const methods = [...options.method]
  const declared = await client.manage.paymentProviders.declare({ name, methods })
  output.show(declared, (paint) => [
    `${paint.green('✓')} The provider ${paint.bold(name)} is declared. Use it in a payment plan of product.yaml:`,
    '    methods:',
    ...methods.map((method) => `      - { provider: ${name}, method: ${method} }`),
  ])
}
