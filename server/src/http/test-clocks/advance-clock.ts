import { Type } from '../wire/type.ts'
import {
  clockAdvancing,
  clockNotFound,
  clockOutOfReach,
  clockTurnedBack,
  requestAdvance,
} from '../../deadlines/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { missingMember } from '../reasons.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { advancingClockExample } from './examples.ts'
import { readMoment } from '../body/read-moment.ts'
import { notAMoment } from '../body/reasons.ts'
import { advanceClockBody, clockSchema, viewClock } from './test-clock.ts'

export function addAdvanceClock(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/clocks/:clockId/advance',
    {
      config: {
        access: 'manage',
        refuses: [
          missingMember('to'),
          notAMoment.listed({ example: ['to'] }),
          clockOutOfReach.listed({
            example: ['to', '1998-11-20T09:15:00+00:00', '2058-11-20T09:15:00+00:00'],
          }),
          clockTurnedBack,
          clockNotFound,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'advanceClock',
        summary: 'Advance a test clock',
        description:
          'Advances the time for policies on the clock. Everything that falls due for a ' +
          'policy until then is done in order, each task at its own time with all jobs that ' +
          'follow from it. Policies do not wait for each other. Meanwhile the clock is ' +
          '`advancing` and its policies accept no transactions; then it is `ready`, or ' +
          '`failed` with the reason. A clock cannot go back.',
        tags: ['Management'],
        params: Type.Object({ clockId: pathId('The clock.', ids.clock) }),
        body: named(advanceClockBody),
        response: {
          202: exampled(named(clockSchema), 'The clock is advancing.', advancingClockExample),
        },
      },
    },
    async (request, reply) => {
      const advance = { id: request.params.clockId, to: readMoment('to', request.body.to) }
      const replay = replayOf(reply, viewClock, 202)
      return reply
        .code(202)
        .send(viewClock(await requestAdvance(deps, callerOf(request), advance, replay)))
    },
  )
}
