import { fetchDocument } from '../../documents/index.ts'
import { findPostLetter, letterNotFound } from '../../post/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { isMaskedFor } from '../masks/mask-answers.ts'
import { personalDataMasked } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { letterDocument } from './letter-document.ts'
import { letterBeingMade } from './reasons.ts'

const aLetter = 'What a letter says'

export function addFetchLetter(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/letters/:letterId/document',
    {
      config: {
        access: 'manage',
        refuses: [
          letterNotFound,
          letterBeingMade,
          personalDataMasked.listed({ example: [aLetter] }),
        ],
      },
      schema: {
        operationId: 'fetchLetter',
        summary: 'Fetch a letter to print it',
        description:
          'The PDF of the letter, with the address of the customer. It never changes once it is made.',
        tags: ['Management'],
        params: Type.Object({ letterId: pathId('The letter.', ids.postLetter) }),
        response: {
          200: {
            description: 'The letter.',
            content: {
              'application/pdf': { schema: Type.Unsafe({ type: 'string', format: 'binary' }) },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { letterId } = request.params
      const letter = await findPostLetter(deps.db, caller, letterId)
      if (isMaskedFor(caller)) throw personalDataMasked(aLetter)
      const document = await letterDocument(deps, caller, letter)
      const fetched = document && (await fetchDocument(deps.db, document))
      if (fetched == null) throw letterBeingMade(letterId)
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${letterId}.pdf"`)
        .type('application/pdf')
        .send(fetched.content)
    },
  )
}
