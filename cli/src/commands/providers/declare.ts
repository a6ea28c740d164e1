import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'

interface Options {
  readonly method: readonly string[]
}

export function addProvidersDeclare(providers: Command): void {
  addCommand(providers, 'declare <name>', {
    summary: 'Declare a payment provider of your own, or change its methods',
    details:
      'You collect outside of the platform, under a name of your own. Payment plans may then list it as a ' +
      'provider, and it behaves as invoice does: a payment is ok at once, and the policy is issued. ' +
      'It holds for test and live mode. Declared again, it has exactly the methods that are named then.',
    examples: [
      'bindery providers declare acme_invoice --method invoice',
      'bindery providers declare acme_billing --method invoice direct_debit',
    ],
  })
    .option('--method <names...>', 'what payment plans may list with it', ['invoice'])
    .action(action(declare))
}

async function declare({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const { client } = await server()
  const methods = [...options.method]
  const declared = await client.manage.paymentProviders.declare({ name, methods })
  output.show(declared, (paint) => [
    `${paint.green('✓')} Products may name ${paint.bold(name)} now. In a payment plan of product.yaml:`,
    '    methods:',
    ...methods.map((method) => `      - { provider: ${name}, method: ${method} }`),
  ])
}
