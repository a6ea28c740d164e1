import {
  accountNotFound,
  createEmailLink,
  grantExceedsOwn,
  noEmailChange,
  notJoined,
  userNotFound,
} from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { emailLinkExample } from './examples.ts'
import {
  emailLinkBody,
  userIn,
  userLinkSchema,
  userParams,
  userQuery,
  viewShownLink,
} from './user.ts'

export function addCreateEmailLink(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/users/:userId/email_link',
    {
      config: {
        access: 'shared',
        mayNeedSecondPerson: true,
        shownOnce: 'link',
        refuses: [
          invalidMember('`address` is missing or invalid.', {
            code: 'required',
            field: 'address',
            rules: ['required'],
          }),
          notJoined,
          noEmailChange,
          grantExceedsOwn,
          userNotFound,
          accountNotFound,
        ],
      },
      schema: {
        operationId: 'createEmailLink',
        summary: 'Create a link that confirms a new e-mail address',
        description:
          'For a person who has asked for another e-mail address. Pass one link on to the old ' +
          'address and one to the new: the address changes once both have confirmed it. Creating ' +
          'a link again replaces it.',
        tags: ['Management'],
        params: userParams,
        querystring: userQuery,
        body: named(emailLinkBody),
        response: { 200: exampled(named(userLinkSchema), 'The link.', emailLinkExample) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const address = request.body.address === 'old' ? 'old' : 'new'
      const of = { ...userIn(request, caller), address } as const
      const replay = replayOf(reply, viewShownLink)
      return viewShownLink(await createEmailLink(deps, caller, of, replay))
    },
  )
}
