import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeProviders } from '../../output/providers.ts'

export function addProvidersList(providers: Command): void {
  addCommand(providers, 'list', {
    summary: "List the payment providers that products may use: the platform's and your own",
    examples: ['bindery providers list'],
  }).action(action(list))
}

async function list({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const providers = await client.manage.paymentProviders.list()
  output.show(providers, (paint) => describeProviders(providers, paint))
}
