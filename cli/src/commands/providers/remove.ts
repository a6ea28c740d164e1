import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

export function addProvidersRemove(providers: Command): void {
  addCommand(providers, 'remove <name>', {
    summary: 'Remove a payment provider of your own that no published product uses',
    details: 'Refused if a version that is or was on sale names it.',
    examples: ['bindery providers remove acme_invoice'],
  }).action(action(remove))
}

async function remove({ output, server }: Work<object>, name: string): Promise<void> {
  const { client } = await server()
  const removed = await ifNotFound(
    client.manage.paymentProviders.remove(name),
    'List the names with: bindery providers list',
  )
  output.show(removed, (paint) => [`${paint.green('✓')} ${name} is removed.`])
}
