import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import type { AccountOption } from '../roles/account-option.ts'
import { findUser } from './find-user.ts'

export function addUsersRoles(users: Command): void {
  addCommand(users, 'roles <person> <roles...>', {
    summary: 'Give a person other roles, from the next request on',
    examples: ['bindery users roles anna.keller@example.com service accountant'],
  })
    .option('--account <key>', 'account of the person, by key or id; yours by default')
    .action(action(change))
}

async function change(
  { options, output, server }: Work<AccountOption>,
  person: string,
  roles: readonly string[],
): Promise<void> {
  const opened = await server()
  const { user, of } = await findUser(opened, options, person)
  const changed = await opened.client.manage.users.changeRoles(user.id, { roles: [...roles] }, of)
  output.show(changed, (paint) => [
    `${paint.green('✓')} ${changed.email} has the roles: ${changed.roles.join(', ')}.`,
  ])
}
