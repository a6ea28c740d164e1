import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeUsers } from '../../output/users.ts'
import { type AccountOption, accountOf } from '../roles/account-option.ts'

export function addUsersList(users: Command): void {
  addCommand(users, 'list', {
    summary: 'List people, and those who are invited',
    examples: ['bindery users list', 'bindery users list --account alpine-brokers'],
  })
    .option('--account <key>', 'account of the people, by key or id; yours by default')
    .action(action(list))
}

async function list({ options, output, server }: Work<AccountOption>): Promise<void> {
  const opened = await server()
  const users = await opened.client.manage.users.list(await accountOf(opened, options))
  output.show(users, (paint) => describeUsers(users, paint))
}
