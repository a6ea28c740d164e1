import { requestReset } from '../../../people/index.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { invalidMember, unavailable } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { flag, named } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { resetRequestBody } from './link.ts'

const notedSchema = Type.Object({
  is_noted: flag('Always true, whether or not a person has the address.'),
})
const noted = { is_noted: true }

export function addRequestReset(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/password_resets',
    {
      config: {
        access: 'open',
        refuses: [
          invalidMember('`email` is missing or invalid.', {
            code: 'required',
            field: 'email',
            rules: ['required'],
          }),
          unavailable,
        ],
      },
      schema: {
        operationId: 'requestPasswordReset',
        summary: 'Ask for a new password',
        description:
          'An administrator sees the request, and passes a link on. The answer is the same ' +
          'whether or not a person has the address.',
        tags: ['People'],
        body: named(resetRequestBody),
        response: { 202: exampled(notedSchema, 'The request is noted.', noted) },
      },
    },
    async (request, reply) => {
      await requestReset(deps, request.body.email, request.cameFrom)
      return reply.code(202).send(noted)
    },
  )
}
