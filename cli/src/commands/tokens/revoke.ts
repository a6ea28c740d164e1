import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

export function addTokensRevoke(tokens: Command): void {
  addCommand(tokens, 'revoke <token-id>', {
    summary: 'Revoke an access token, at once and permanently',
    examples: ['bindery tokens revoke tok_01a1dd4f990214706f9ece885eea'],
  }).action(action(revoke))
}

async function revoke({ output, server }: Work<object>, tokenId: string): Promise<void> {
  const { client } = await server()
  const token = await ifNotFound(
    client.manage.accessTokens.revoke(tokenId),
    'List the ids with: bindery tokens list',
  )
  output.show(token, (paint) => [`${paint.green('✓')} The access token ${token.name} is revoked.`])
}
