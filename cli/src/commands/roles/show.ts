import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { describeRole } from '../../output/roles.ts'
import { type AccountOption, accountOf } from './account-option.ts'

export function addRolesShow(roles: Command): void {
  addCommand(roles, 'show <role>', {
    summary: 'Show the permissions of a role, and their limits',
    examples: ['bindery roles show service'],
  })
    .option('--account <key>', 'account that has the role, by key or id; yours by default')
    .action(action(show))
}

async function show({ options, output, server }: Work<AccountOption>, key: string): Promise<void> {
  const opened = await server()
  const { roles } = opened.client.manage
  const [all, permissions] = await Promise.all([
    roles.list(await accountOf(opened, options)),
    roles.permissions(),
  ])
  const role = all.find((one) => one.key === key)
  if (role === undefined) {
    const fix = 'List the roles with: bindery roles list'
    throw new Failure(exitCodes.failed, `There is no role ${key}.`, fix)
  }
  output.show(role, (paint) => describeRole(role, permissions, paint))
}
