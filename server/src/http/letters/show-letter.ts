import { findPostLetter, letterNotFound } from '../../post/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { letterSchema, viewerOfLetters } from './letter.ts'

export function addShowLetter(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/letters/:letterId',
    {
      config: { access: 'manage', refuses: [letterNotFound] },
      schema: {
        operationId: 'showLetter',
        summary: 'View a letter for the post',
        description: 'A letter that is sent by post, and what became of it.',
        tags: ['Management'],
        params: Type.Object({ letterId: pathId('The letter.', ids.postLetter) }),
        response: { 200: named(letterSchema) },
      },
    },
    async (request) =>
      viewerOfLetters(request)(
        await findPostLetter(deps.db, callerOf(request), request.params.letterId),
      ),
  )
}
