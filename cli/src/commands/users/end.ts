import type { User } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import type { Server } from '../../server/open-server.ts'
import type { AccountOption } from '../roles/account-option.ts'
import { findUser } from './find-user.ts'

type Act = (server: Server, id: string, of: { account_id?: string }) => Promise<User>

export function addUsersRemove(users: Command): void {
  add(users, 'remove', 'Remove a person from an account, or withdraw the invitation', {
    act: ({ client }, id, of) => client.manage.users.remove(id, of),
    outcome: 'does not belong to the account any more',
  })
}

export function addUsersDeactivate(users: Command): void {
  add(users, 'deactivate', 'Sign a person out everywhere, permanently', {
    act: ({ client }, id, of) => client.manage.users.deactivate(id, of),
    outcome: 'is deactivated, and signed out everywhere',
  })
}

export function addUsersReactivate(users: Command): void {
  add(users, 'reactivate', 'Let a deactivated person sign in again', {
    act: ({ client }, id, of) => client.manage.users.reactivate(id, of),
    outcome: 'can sign in again',
  })
}

export function addUsersRemoveSecondFactor(users: Command): void {
  add(users, 'remove-second-factor', 'Remove a lost authenticator app, and end all sessions', {
    act: ({ client }, id, of) => client.manage.users.removeSecondFactor(id, of),
    outcome: 'signs in with the password alone, until they set up another app',
  })
}

function add(
  users: Command,
  name: string,
  summary: string,
  { act, outcome }: { readonly act: Act; readonly outcome: string },
): void {
  const run = async (
    { options, output, server }: Work<AccountOption>,
    person: string,
  ): Promise<void> => {
    const opened = await server()
    const { user, of } = await findUser(opened, options, person)
    const changed = await act(opened, user.id, of)
    output.show(changed, (paint) => [`${paint.green('✓')} ${changed.email} ${outcome}.`])
  }
  addCommand(users, `${name} <person>`, {
    summary,
    examples: [`bindery users ${name} anna.keller@example.com`],
  })
    .option('--account <key>', 'account of the person, by key or id; yours by default')
    .action(action(run))
}
