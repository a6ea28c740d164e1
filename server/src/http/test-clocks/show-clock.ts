import { Type } from '../wire/type.ts'
import { clockNotFound, findClock } from '../../deadlines/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { shownClockExample } from './examples.ts'
import { clockSchema, viewClockFor } from './test-clock.ts'

export function addShowClock(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/clocks/:clockId',
    {
      config: { access: 'manage', refuses: [clockNotFound] },
      schema: {
        operationId: 'showClock',
        summary: 'View a test clock',
        description: 'The time of the clock, and its progress while it is advancing.',
        tags: ['Management'],
        params: Type.Object({ clockId: pathId('The clock.', ids.clock) }),
        response: { 200: exampled(named(clockSchema), 'The clock.', shownClockExample) },
      },
    },
    async (request) => {
      const clock = await findClock(deps.db, callerOf(request), request.params.clockId)
      return viewClockFor(request, clock)
    },
  )
}
