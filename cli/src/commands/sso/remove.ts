import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

export function addSsoRemove(sso: Command): void {
  addCommand(sso, 'remove', {
    summary: 'Remove the identity provider, and end the sessions that began there',
    examples: ['bindery sso remove'],
  }).action(action(remove))
}

async function remove({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const removed = await ifNotFound(
    client.manage.singleSignOn.remove(),
    'Nothing is left to remove.',
  )
  output.show(removed, (paint) => [
    `${paint.green('✓')} ${removed.issuer} is removed. The sessions that began there have ended.`,
  ])
}
