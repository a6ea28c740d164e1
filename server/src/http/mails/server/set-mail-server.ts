import { mailServerInvalid, setMailServer } from '../../../mail/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { invalidMember } from '../../reasons.ts'
import { named } from '../../wire/schema.ts'
import { mailServerSchema, setMailServerBody, viewMailServer } from './mail-server.ts'

export function addSetMailServer(app: App, deps: HttpDeps): void {
  app.put(
    '/manage/mail_server',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('A member of the body is missing or invalid.', {
            code: 'required',
            field: 'from',
            rules: ['required'],
          }),
          mailServerInvalid,
        ],
      },
      schema: {
        operationId: 'setMailServer',
        summary: 'Set your mail server',
        description:
          'Your mails in the mode of the key go by this server, in place of the one of the ' +
          'installation. Address, password and key are stored sealed. What was composed before ' +
          'stays as it is, and is sent by the server that is set when it is sent.',
        tags: ['Management'],
        body: named(setMailServerBody),
        response: { 200: named(mailServerSchema) },
      },
    },
    async (request) => {
      const { url = null, from, dkim = null, test_addresses: listed = [] } = request.body
      const { bounce_domain: bounceDomain = null } = request.body
      const set = await setMailServer(deps, callerOf(request), {
        url,
        from,
        dkim: dkim && { ...dkim, key: dkim.key ?? null },
        testAddresses: listed.map((one) => one.toLowerCase()),
        bounceDomain,
      })
      return viewMailServer(set)
    },
  )
}
