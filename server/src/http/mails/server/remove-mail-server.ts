import { mailServerNotFound, removeMailServer } from '../../../mail/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { named } from '../../wire/schema.ts'
import { mailServerSchema, viewMailServer } from './mail-server.ts'

export function addRemoveMailServer(app: App, deps: HttpDeps): void {
  app.delete(
    '/manage/mail_server',
    {
      config: { access: 'manage', refuses: [mailServerNotFound] },
      schema: {
        operationId: 'removeMailServer',
        summary: 'Remove your mail server',
        description:
          'Your mails in the mode of the key go by the mail server of the installation again. ' +
          'The response shows what was removed.',
        tags: ['Management'],
        response: { 200: named(mailServerSchema) },
      },
    },
    async (request, reply) =>
      viewMailServer(
        await removeMailServer(deps, callerOf(request), replayOf(reply, viewMailServer)),
      ),
  )
}
