import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeSessions } from '../../output/users.ts'
import type { AccountOption } from '../roles/account-option.ts'
import { findUser } from '../users/find-user.ts'

export function addSessionsList(sessions: Command): void {
  addCommand(sessions, 'list <person>', {
    summary: 'List the browsers in which a person is signed in',
    examples: ['bindery sessions list anna.keller@example.com'],
  })
    .option('--account <key>', 'account of the person, by key or id; yours by default')
    .action(action(list))
}

async function list(
  { options, output, server }: Work<AccountOption>,
  person: string,
): Promise<void> {
  const opened = await server()
  const { user, of } = await findUser(opened, options, person)
  const { sessions } = await opened.client.manage.users.show(user.id, of)
  output.show(sessions, (paint) => describeSessions(sessions, paint))
}
