import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeNewToken } from '../../output/tokens.ts'
import { findAccount } from '../../server/find-account.ts'

interface Options {
  readonly account?: string
  readonly name: string
}

export function addTokensCreate(tokens: Command): void {
  addCommand(tokens, 'create', {
    summary: 'Create an access token; it is shown only once',
    details:
      'The token gives access to the locked datasets of its account in the Data API, in the header ' +
      '"Authentication: Bearer <token>". It cannot sell or manage anything.',
    examples: ['bindery tokens create --name "quote form"'],
  })
    .requiredOption('--name <name>', 'what the token is for')
    .option('--account <key>', 'account that owns it, by key or id; yours by default')
    .action(action(create))
}

async function create({ options, output, server }: Work<Options>): Promise<void> {
  const opened = await server()
  const { name, account } = options
  const owner = account === undefined ? null : await findAccount(opened, account)
  const token = await opened.client.manage.accessTokens.create({
    name,
    ...(owner === null ? {} : { account_id: owner.id }),
  })
  output.show(token, (paint) => describeNewToken(token, paint))
}
