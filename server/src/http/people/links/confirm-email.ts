import type { Static } from 'typebox'
import { confirmEmail, linkUnknown } from '../../../people/index.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { unavailable } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { flag, named, text } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { confirmedExample } from './examples.ts'
import { secretBody, secretMissing } from './link.ts'

const confirmedSchema = Type.Object({
  email: text('The new e-mail address.'),
  is_changed: flag('Whether both addresses have confirmed, so that the new one is valid.'),
})

export function addConfirmEmail(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/links/confirm_email',
    {
      config: { access: 'open', refuses: [secretMissing, linkUnknown, unavailable] },
      schema: {
        operationId: 'confirmEmail',
        summary: 'Confirm a new e-mail address by a link',
        description: 'The address changes once the old and the new one have confirmed it.',
        tags: ['People'],
        body: named(secretBody),
        response: { 200: exampled(confirmedSchema, 'The change.', confirmedExample) },
      },
    },
    async (request): Promise<Static<typeof confirmedSchema>> => {
      const { secret } = request.body
      const { email, isChanged } = await confirmEmail(deps, secret, request.cameFrom)
      return { email, is_changed: isChanged }
    },
  )
}
