import { Type } from 'typebox'
import { isId } from '../../kernel/index.ts'
import { findBookCheck, bookCheckNotFound } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { bookCheckExample, bookCheckIds } from './examples.ts'
import { bookCheckSchema, viewBookCheck } from './book-check.ts'

export function addShowBookCheck(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/book_checks/:checkId',
    {
      config: { access: 'manage', refuses: [bookCheckNotFound] },
      schema: {
        operationId: 'showBookCheck',
        summary: 'See what a check of the book found',
        description: 'While it runs, how far it has come; and then what it found.',
        tags: ['Management'],
        params: Type.Object({ checkId: pathId('The check.', bookCheckIds.check) }),
        response: {
          200: exampled(named(bookCheckSchema), 'The report so far.', bookCheckExample),
        },
      },
    },
    async (request) => {
      const { checkId } = request.params
      if (!isId('chk', checkId)) {
        throw bookCheckNotFound(checkId)
      }
      return viewBookCheck(await findBookCheck(deps.db, callerOf(request), checkId))
    },
  )
}
