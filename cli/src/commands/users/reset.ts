import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeLink } from '../../output/users.ts'
import type { AccountOption } from '../roles/account-option.ts'
import { findUser } from './find-user.ts'

export function addUsersReset(users: Command): void {
  addCommand(users, 'reset <person>', {
    summary: 'Create a link to set a new password; it is shown only once',
    examples: ['bindery users reset anna.keller@example.com'],
  })
    .option('--account <key>', 'account of the person, by key or id; yours by default')
    .action(action(reset))
}

async function reset(
  { options, output, server }: Work<AccountOption>,
  person: string,
): Promise<void> {
  const opened = await server()
  const { user, of } = await findUser(opened, options, person)
  const made = await opened.client.manage.users.createResetLink(user.id, of)
  output.show(made, (paint) => describeLink(made, paint))
}
