import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'

interface Options {
  readonly name?: string
}

export function addAccountsCreate(accounts: Command): void {
  addCommand(accounts, 'create <key>', {
    summary: 'Create a distributor that can sell your products',
    examples: ['bindery accounts create northern-brokers --name "Northern Brokers"'],
  })
    .option('--name <name>', 'display name; the key by default')
    .action(action(create))
}

async function create({ options, output, server }: Work<Options>, key: string): Promise<void> {
  if (!/^[a-z][a-z0-9-]{0,59}$/.test(key)) {
    const fix =
      'Use lower-case letters, digits and dashes, beginning with a letter, such as north-brokers.'
    throw new Failure(exitCodes.usage, `The account key ${key} is not valid.`, fix)
  }
  const { client } = await server()
  const account = await client.manage.accounts.createDistributor({
    key,
    name: options.name ?? key,
  })
  output.show(account, (paint) => [
    `${paint.green('✓')} The distributor ${account.name} is created (${account.id}).`,
    `Next, create a key to sell with: bindery keys create --account ${account.key} --kind public --name shop`,
  ])
}
