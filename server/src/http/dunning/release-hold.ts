import { Type } from '../wire/type.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import { holdNotFound, holdReleased, releaseHold } from '../../dunning/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { releasedHoldExample } from './examples.ts'
import { dunningHoldSchema, viewDunningHold } from './dunning.ts'

export function addReleaseHold(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/dunning/holds/:holdId/release',
    {
      config: { access: 'manage', refuses: [holdNotFound, holdReleased, clockAdvancing] },
      schema: {
        operationId: 'releaseHold',
        summary: 'Release a dunning hold',
        description: 'Ends a dunning hold before its last day. Waiting steps continue at once.',
        tags: ['Management'],
        params: Type.Object({ holdId: pathId('The hold.', ids.dunningHold) }),
        response: {
          200: exampled(named(dunningHoldSchema), 'The released hold.', releasedHoldExample),
        },
      },
    },
    async (request, reply) => {
      const release = { caller: callerOf(request), holdId: request.params.holdId }
      return viewDunningHold(await releaseHold(deps, release, replayOf(reply, viewDunningHold)))
    },
  )
}
