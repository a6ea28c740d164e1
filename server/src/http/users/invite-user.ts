import {
  accountNotFound,
  alreadyMember,
  grantExceedsOwn,
  inviteUser,
  tooManyUsers,
  unknownRole,
} from '../../management/index.ts'
import { emailInvalid } from '../../people/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { named } from '../wire/schema.ts'
import { accountIn, inviteUserBody, newUserSchema, viewInvited } from './user.ts'

export function addInviteUser(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/users',
    {
      config: {
        access: 'shared',
        mayNeedSecondPerson: true,
        shownOnce: 'link',
        refuses: [
          invalidMember('A member of the body is missing or invalid.', {
            code: 'required',
            field: 'roles',
            rules: ['required'],
          }),
          emailInvalid,
          alreadyMember,
          unknownRole,
          tooManyUsers,
          grantExceedsOwn,
          accountNotFound,
        ],
      },
      schema: {
        operationId: 'inviteUser',
        summary: 'Invite a person',
        description:
          'The response contains a link, which is shown only once: pass it on to the person. ' +
          'It works for 7 days, and once. The person belongs to the account after accepting. ' +
          'Inviting the same address again replaces the link. Nobody gives away more than they ' +
          'have themselves.',
        tags: ['Management'],
        body: named(inviteUserBody),
        response: { 200: named(newUserSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { email, name, roles } = request.body
      const invitation = { accountId: accountIn(request.body, caller), email, name, roles }
      return viewInvited(await inviteUser(deps, caller, invitation, replayOf(reply, viewInvited)))
    },
  )
}
