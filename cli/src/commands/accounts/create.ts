import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'

interface Options {
  readonly name?: string
}

export function addAccountsCreate(accounts: Command): void {
  addCommand(accounts, 'create <key>', {
    summary: 'Create a distributor, who can then sell your products',
    examples: ['bindery accounts create northern-brokers --name "Northern Brokers"'],
  })
    .option('--name <name>', 'its name; the key if left out')
    .action(action(create))
}

async function create({ options, output, server }: Work<Options>, key: string): Promise<void> {
  if (!/^[a-z][a-z0-9-]{0,59}$/.test(key)) {
    const fix =
      'Write a short name of lower-case letters, digits and dashes, such as north-brokers.'
    throw new Failure(exitCodes.usage, `No account can have the key ${key}.`, fix)
  }
  const { client } = await server()
  const account = await client.manage.accounts.createDistributor({
    key,
    name: options.name ?? key,
  })
  output.show(account, (paint) => [
    `${paint.green('✓')} ${account.name} is a distributor now (${account.id}).`,
    `It needs a key to sell with: bindery keys create --account ${account.key} --kind public --name shop`,
  ])
}
