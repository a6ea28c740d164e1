import {
  accountNotFound,
  createResetLink,
  grantExceedsOwn,
  notJoined,
  personOfOtherAccounts,
  userNotFound,
} from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { resetLinkExample } from './examples.ts'
import { userIn, userLinkSchema, userParams, userQuery, viewShownLink } from './user.ts'

export function addCreateResetLink(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/users/:userId/reset_link',
    {
      config: {
        access: 'shared',
        mayNeedSecondPerson: true,
        shownOnce: 'link',
        refuses: [notJoined, grantExceedsOwn, personOfOtherAccounts, userNotFound, accountNotFound],
      },
      schema: {
        operationId: 'createResetLink',
        summary: 'Create a link to set a new password',
        description:
          'The link is shown only once: pass it on to the person. It works for an hour, and once. ' +
          'Possible for people who belong to no account but those that you manage, and who have ' +
          'no permission that you lack.',
        tags: ['Management'],
        params: userParams,
        querystring: userQuery,
        response: { 200: exampled(named(userLinkSchema), 'The link.', resetLinkExample) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const of = userIn(request, caller)
      const replay = replayOf(reply, viewShownLink)
      return viewShownLink(await createResetLink(deps, caller, of, replay))
    },
  )
}
