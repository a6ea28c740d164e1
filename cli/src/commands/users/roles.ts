import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import type { AccountOption } from '../roles/account-option.ts'
import { findUser } from './find-user.ts'

interface Options extends AccountOption {
  readonly role: readonly string[]
}

export function addUsersRoles(users: Command): void {
  addCommand(users, 'roles <person>', {
    summary: 'Give a person other roles, from the next request on',
    examples: ['bindery users roles anna.keller@example.com --role service accountant'],
  })
    .requiredOption('--role <roles...>', 'what the person may do')
    .option('--account <key>', 'account of the person, by key or id; yours by default')
    .action(action(change))
}

async function change({ options, output, server }: Work<Options>, person: string): Promise<void> {
  const opened = await server()
  const { user, of } = await findUser(opened, options, person)
  const changed = await opened.client.manage.users.changeRoles(
    user.id,
    { roles: [...options.role] },
    of,
  )
  output.show(changed, (paint) => [
    `${paint.green('✓')} ${changed.email} has the roles: ${changed.roles.join(', ')}.`,
  ])
}
