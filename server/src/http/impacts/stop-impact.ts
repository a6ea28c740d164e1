import { impactNotFound, stopImpact } from '../../impacts/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { stoppedImpactExample } from './examples.ts'
import { impactParams, impactSchema, readImpactId, viewImpact } from './impact.ts'

export function addStopImpact(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/impacts/:impactId/stop',
    {
      config: { access: 'manage', refuses: [impactNotFound] },
      schema: {
        operationId: 'stopImpact',
        summary: 'Stop an impact',
        description:
          'One that waits or runs is stopped, and whoever runs it leaves it within a second or two. One ' +
          'that has ended stays as it ended. It can be asked for again.',
        tags: ['Management'],
        params: impactParams,
        response: {
          200: exampled(named(impactSchema), 'As it is now.', stoppedImpactExample),
        },
      },
    },
    async (request, reply) => {
      const id = readImpactId(request.params.impactId)
      const replay = replayOf(reply, viewImpact)
      return viewImpact(await stopImpact(deps, callerOf(request), id, replay))
    },
  )
}
