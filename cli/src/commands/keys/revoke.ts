import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

export function addKeysRevoke(keys: Command): void {
  addCommand(keys, 'revoke <key-id>', {
    summary: 'Revoke a key, at once and permanently',
    examples: ['bindery keys revoke key_01a1dd4f990214706f9ece885eea'],
  }).action(action(revoke))
}

async function revoke({ output, server }: Work<object>, keyId: string): Promise<void> {
  const { client } = await server()
  const key = await ifNotFound(
    client.manage.keys.revoke(keyId),
    'List the ids with: bindery keys list',
  )
  output.show(key, (paint) => [
    `${paint.green('✓')} The key ${key.name} (…${key.hint}) is revoked.`,
  ])
}
