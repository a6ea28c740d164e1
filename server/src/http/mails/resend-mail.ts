import { mailNotFound, mailNotParked, resendMail } from '../../mail/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { ids } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { resentMailExample } from './examples.ts'
import { mailSchema, viewMail } from './mail.ts'

export function addResendMail(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/mails/:mailId/resend',
    {
      config: { access: 'manage', refuses: [mailNotFound, mailNotParked] },
      schema: {
        operationId: 'resendMail',
        summary: 'Send a mail again',
        description:
          'Tries a mail that was given up again, with all its attempts. One that was composed is ' +
          'sent as it is, to the byte.',
        tags: ['Management'],
        params: Type.Object({ mailId: pathId('The mail.', ids.mail) }),
        response: { 200: exampled(named(mailSchema), 'The mail.', resentMailExample) },
      },
    },
    async (request, reply) => {
      const resend = { caller: callerOf(request), ...request.params }
      return viewMail(await resendMail(deps, resend, replayOf(reply, viewMail)))
    },
  )
}
