import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeUser } from '../../output/users.ts'
import type { AccountOption } from '../roles/account-option.ts'
import { findUser } from './find-user.ts'

export function addUsersShow(users: Command): void {
  addCommand(users, 'show <person>', {
    summary: 'Show a person with sessions and open links',
    examples: ['bindery users show anna.keller@example.com'],
  })
    .option('--account <key>', 'account of the person, by key or id; yours by default')
    .action(action(show))
}

async function show(
  { options, output, server }: Work<AccountOption>,
  person: string,
): Promise<void> {
  const opened = await server()
  const { user, of } = await findUser(opened, options, person)
  const shown = await opened.client.manage.users.show(user.id, of)
  output.show(shown, (paint) => describeUser(shown, paint))
}
