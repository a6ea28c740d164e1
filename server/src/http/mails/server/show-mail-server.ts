import { findMailServer, mailServerNotFound } from '../../../mail/index.ts'
import { callerOf } from '../../access/access.ts'
import { viewAllowed } from '../../access/allowed.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { allAllowed } from '../../wire/example-ids.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { mailServerExample } from './examples.ts'
import { mailServerSchema, viewMailServer } from './mail-server.ts'

export function addShowMailServer(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/mail_server',
    {
      config: { access: 'manage', refuses: [mailServerNotFound] },
      schema: {
        operationId: 'showMailServer',
        summary: 'View your mail server',
        description: 'Without its password and the key that signs.',
        tags: ['Management'],
        response: {
          200: exampled(named(mailServerSchema), 'The mail server.', {
            ...mailServerExample,
            allowed: allAllowed('set', 'remove'),
          }),
        },
      },
    },
    async (request) => {
      const acts = {
        set: ['setMailServer', null],
        remove: ['removeMailServer', null],
      } as const
      const shown = await findMailServer(deps, callerOf(request))
      return { ...viewMailServer(shown), allowed: viewAllowed(request, acts) }
    },
  )
}
