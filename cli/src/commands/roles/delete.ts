import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { type AccountOption, accountOf } from './account-option.ts'

export function addRolesDelete(roles: Command): void {
  addCommand(roles, 'delete <role>', {
    summary: 'Delete a role of your own that no key has',
    examples: ['bindery roles delete cyber_desk'],
  })
    .option('--account <key>', 'account that has the role, by key or id; yours by default')
    .action(action(remove))
}

async function remove(
  { options, output, server }: Work<AccountOption>,
  key: string,
): Promise<void> {
  const opened = await server()
  const role = await ifNotFound(
    opened.client.manage.roles.delete(key, await accountOf(opened, options)),
    'List the roles with: bindery roles list',
  )
  output.show(role, (paint) => [`${paint.green('✓')} The role ${key} is deleted.`])
}
