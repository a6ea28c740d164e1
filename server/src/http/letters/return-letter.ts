import { clockAdvancing } from '../../deadlines/index.ts'
import { letterNotFound, letterNotPosted, recordReturned } from '../../post/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { returnedLetterExample } from './examples.ts'
import { dayOf, letterSchema, returnLetterBody, viewerOfLetters, wrongDay } from './letter.ts'

export function addReturnLetter(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/letters/:letterId/returned',
    {
      config: {
        access: 'manage',
        refuses: [letterNotFound, letterNotPosted, clockAdvancing, wrongDay],
      },
      schema: {
        operationId: 'returnLetter',
        summary: 'Record that a letter came back',
        description:
          'That it had arrived, if that was recorded, no longer counts. It may be posted again.',
        tags: ['Management'],
        params: Type.Object({ letterId: pathId('The letter.', ids.postLetter) }),
        body: named(returnLetterBody),
        response: { 200: exampled(named(letterSchema), 'The letter.', returnedLetterExample) },
      },
    },
    async (request, reply) => {
      const view = viewerOfLetters(request)
      const date = dayOf(request.body)
      const posting = { caller: callerOf(request), letterId: request.params.letterId, date }
      return view(await recordReturned(deps, posting, replayOf(reply, view)))
    },
  )
}
