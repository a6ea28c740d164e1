import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeLink } from '../../output/users.ts'
import { type AccountOption, accountOf } from '../roles/account-option.ts'

interface Options extends AccountOption {
  readonly name: string
  readonly role: readonly string[]
}

export function addUsersInvite(users: Command): void {
  addCommand(users, 'invite <email>', {
    summary: 'Invite a person; the link to pass on is shown only once',
    examples: ['bindery users invite anna.keller@example.com --name "Anna Keller" --role service'],
  })
    .requiredOption('--name <name>', 'the name of the person')
    .requiredOption('--role <roles...>', 'what the person may do')
    .option('--account <key>', 'account of the person, by key or id; yours by default')
    .action(action(invite))
}

async function invite({ options, output, server }: Work<Options>, email: string): Promise<void> {
  const opened = await server()
  const { name, role } = options
  const invited = await opened.client.manage.users.invite({
    email,
    name,
    roles: [...role],
    ...(await accountOf(opened, options)),
  })
  output.show(invited, (paint) => describeLink(invited, paint))
}
