import { impactNotFound, stopImpact } from '../../impacts/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { stoppedImpactExample } from './examples.ts'
import { impactParams, impactSchema, readImpactId, viewImpactFor } from './impact.ts'

export function addStopImpact(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/impacts/:impactId/stop',
    {
      config: { access: 'manage', refuses: [impactNotFound] },
      schema: {
        operationId: 'stopImpact',
        summary: 'Stop an impact analysis',
        description:
          'Stops an analysis that waits or runs, within a few seconds. One that has ended ' +
          'stays unchanged. You can start it again.',
        tags: ['Management'],
        params: impactParams,
        response: {
          200: exampled(named(impactSchema), 'The stopped analysis.', stoppedImpactExample),
        },
      },
    },
    async (request, reply) => {
      const id = readImpactId(request.params.impactId)
      const caller = callerOf(request)
      const view = viewImpactFor(caller)
      return view(await stopImpact(deps, caller, id, replayOf(reply, view)))
    },
  )
}
