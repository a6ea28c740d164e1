import { clockAdvancing } from '../../deadlines/index.ts'
import { findDocument } from '../../documents/index.ts'
import { findPostLetter, letterNotFound, recordSent } from '../../post/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { sentLetterExample } from './examples.ts'
import { dayOf, letterSchema, sendLetterBody, viewerOfLetters, wrongDay } from './letter.ts'
import { letterDocument } from './letter-document.ts'
import { letterBeingMade } from './reasons.ts'

export function addSendLetter(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/letters/:letterId/sent',
    {
      config: {
        access: 'manage',
        refuses: [letterNotFound, letterBeingMade, clockAdvancing, wrongDay],
      },
      schema: {
        operationId: 'sendLetter',
        summary: 'Record that a letter was posted',
        description:
          'A letter that came back may be posted again. For a letter that is on its way, or has ' +
          'arrived, a later record corrects the day. A letter whose PDF is not made yet cannot ' +
          'have been posted.',
        tags: ['Management'],
        params: Type.Object({ letterId: pathId('The letter.', ids.postLetter) }),
        body: named(sendLetterBody),
        response: { 200: exampled(named(letterSchema), 'The letter.', sentLetterExample) },
      },
    },
    async (request, reply) => {
      const view = viewerOfLetters(request)
      const date = dayOf(request.body)
      const caller = callerOf(request)
      const { letterId } = request.params
      const letter = await findPostLetter(deps.db, caller, letterId)
      const document = await letterDocument(deps, caller, letter)
      // Where the product has nothing to print, the insurer has written it.
      const isMade = document === undefined || (await findDocument(deps.db, document)) !== null
      if (!isMade) throw letterBeingMade(letterId)
      const posting = { caller, letterId, date }
      return view(await recordSent(deps, posting, replayOf(reply, view)))
    },
  )
}
