import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeTokens } from '../../output/tokens.ts'

interface Options {
  readonly all?: boolean
}

export function addTokensList(tokens: Command): void {
  addCommand(tokens, 'list', {
    summary: 'List access tokens, without their secrets',
    examples: ['bindery tokens list', 'bindery tokens list --all'],
  })
    .option('--all', 'include revoked tokens')
    .action(action(list))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { client } = await server()
  const [tokens, accounts] = await Promise.all([
    client.manage.accessTokens.list(),
    client.manage.accounts.list(),
  ])
  const shown = tokens.filter((token) => options.all === true || token.revoked_at === null)
  output.show(shown, (paint) => describeTokens(shown, accounts, paint))
}
