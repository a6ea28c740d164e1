import { mailServerNotFound, testMailServer } from '../../../mail/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { invalidMember } from '../../reasons.ts'
import { named } from '../../wire/schema.ts'
import { testMailServerBody, testedMailServerSchema, viewTested } from './mail-server.ts'

export function addTestMailServer(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/mail_server/test',
    {
      config: {
        access: 'manage',
        isRepeatable: true,
        refuses: [
          invalidMember('`to` is missing or no e-mail address.', {
            code: 'required',
            field: 'to',
            rules: ['required'],
          }),
          mailServerNotFound,
        ],
      },
      schema: {
        operationId: 'testMailServer',
        summary: 'Test your mail server',
        description:
          'Sends one mail to the address that you name, at once, and returns what your mail ' +
          'server answered. There is one attempt only.',
        tags: ['Management'],
        body: named(testMailServerBody),
        response: { 200: named(testedMailServerSchema) },
      },
    },
    async (request) => viewTested(await testMailServer(deps, callerOf(request), request.body.to)),
  )
}
