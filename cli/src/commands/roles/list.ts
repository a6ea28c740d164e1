import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeRoles } from '../../output/roles.ts'
import { type AccountOption, accountOf } from './account-option.ts'

export function addRolesList(roles: Command): void {
  addCommand(roles, 'list', {
    summary: 'List the built-in roles and your own',
    examples: ['bindery roles list', 'bindery roles list --account alpine-brokers'],
  })
    .option('--account <key>', 'account that has the roles, by key or id; yours by default')
    .action(action(list))
}

async function list({ options, output, server }: Work<AccountOption>): Promise<void> {
  const opened = await server()
  const roles = await opened.client.manage.roles.list(await accountOf(opened, options))
  output.show(roles, (paint) => describeRoles(roles, paint))
}
