import { clockAdvancing } from '../../deadlines/index.ts'
import { letterNotFound, letterNotPosted, recordDelivered } from '../../post/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { deliveredLetterExample } from './examples.ts'
import { dayOf, deliverLetterBody, letterSchema, viewerOfLetters, wrongDay } from './letter.ts'

export function addDeliverLetter(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/letters/:letterId/delivered',
    {
      config: {
        access: 'manage',
        refuses: [letterNotFound, letterNotPosted, clockAdvancing, wrongDay],
      },
      schema: {
        operationId: 'deliverLetter',
        summary: 'Record that a letter has arrived',
        description:
          'The proof that a letter has arrived. The grace of a notice that waits for it begins ' +
          'then. A later record corrects an earlier one.',
        tags: ['Management'],
        params: Type.Object({ letterId: pathId('The letter.', ids.postLetter) }),
        body: named(deliverLetterBody),
        response: { 200: exampled(named(letterSchema), 'The letter.', deliveredLetterExample) },
      },
    },
    async (request, reply) => {
      const view = viewerOfLetters(request)
      const { evidence } = request.body
      const { letterId } = request.params
      const posting = { caller: callerOf(request), letterId, date: dayOf(request.body), evidence }
      return view(await recordDelivered(deps, posting, replayOf(reply, view)))
    },
  )
}
