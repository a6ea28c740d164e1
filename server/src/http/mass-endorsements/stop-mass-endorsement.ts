import {
  massEndorsementNotFound,
  notStoppable,
  stopMassEndorsement,
} from '../../mass-endorsements/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { stoppedExample } from './examples.ts'
import {
  massEndorsementParams,
  massEndorsementSchema,
  viewMassEndorsement,
} from './mass-endorsement.ts'

export function addStopMassEndorsement(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/mass_endorsements/:massEndorsementId/stop',
    {
      config: {
        access: 'manage',
        refuses: [massEndorsementNotFound, notStoppable],
      },
      schema: {
        operationId: 'stopMassEndorsement',
        summary: 'Stop a mass endorsement',
        description:
          'The policy that is being changed at that moment is the last one. What was changed stays. ' +
          'A preview that is stopped makes it a draft again.',
        tags: ['Management'],
        params: massEndorsementParams,
        response: {
          200: exampled(named(massEndorsementSchema), 'It is stopped.', stoppedExample),
        },
      },
    },
    async (request, reply) => {
      const { massEndorsementId: id } = request.params
      const replay = replayOf(reply, viewMassEndorsement, 200)
      const after = await stopMassEndorsement(deps, callerOf(request), id, replay)
      return reply.code(200).send(viewMassEndorsement(after))
    },
  )
}
