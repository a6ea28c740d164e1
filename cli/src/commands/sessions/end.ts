import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import type { AccountOption } from '../roles/account-option.ts'
import { findUser } from '../users/find-user.ts'

export function addSessionsEnd(sessions: Command): void {
  addCommand(sessions, 'end <person> [session-id]', {
    summary: 'End a session of a person, or all of them',
    examples: [
      'bindery sessions end anna.keller@example.com',
      'bindery sessions end anna.keller@example.com ses_01b0acc58e20b2f5cb6ba6d8b0de',
    ],
  })
    .option('--account <key>', 'account of the person, by key or id; yours by default')
    .action(action(end))
}

async function end(
  { options, output, server }: Work<AccountOption>,
  person: string,
  sessionId: string | undefined,
): Promise<void> {
  const opened = await server()
  const { user, of } = await findUser(opened, options, person)
  const { users } = opened.client.manage
  const changed =
    sessionId === undefined
      ? await users.endSessions(user.id, of)
      : await users.endSession(user.id, sessionId, of)
  const what = sessionId === undefined ? 'all sessions' : `the session ${sessionId}`
  output.show(changed, (paint) => [`${paint.green('✓')} Ended ${what} of ${changed.email}.`])
}
