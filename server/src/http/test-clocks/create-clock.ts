import { clockNeedsTestKey, clockOutOfReach, createClock } from '../../deadlines/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { missingMember } from '../reasons.ts'
import { replayOf } from '../idempotency/replay.ts'
import { named } from '../wire/schema.ts'
import { readMoment } from '../body/read-moment.ts'
import { notAMoment } from '../body/reasons.ts'
import { clockSchema, createClockBody, viewClock } from './test-clock.ts'

export function addCreateClock(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/clocks',
    {
      config: {
        access: 'manage',
        refuses: [missingMember('at'), notAMoment, clockOutOfReach, clockNeedsTestKey],
      },
      schema: {
        operationId: 'createClock',
        summary: 'Create a test clock',
        description:
          'A test clock, for test mode only, shows a fixed time until you advance it. ' +
          'Quotes and offers that name it in the header `Test-Clock` are created at that ' +
          'time, and their policies follow it: nothing expires or falls due before the ' +
          'clock reaches that time.',
        tags: ['Management'],
        body: named(createClockBody),
        response: { 200: named(clockSchema) },
      },
    },
    async (request, reply) => {
      const at = readMoment('at', request.body.at)
      const replay = replayOf(reply, viewClock)
      return viewClock(await createClock(deps, callerOf(request), { at }, replay))
    },
  )
}
