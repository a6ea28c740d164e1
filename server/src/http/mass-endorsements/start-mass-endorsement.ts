import {
  massEndorsementNotFound,
  notPreviewed,
  otherRuns,
  startMassEndorsement,
} from '../../mass-endorsements/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { runningExample } from './examples.ts'
import {
  massEndorsementParams,
  massEndorsementSchema,
  viewMassEndorsement,
} from './mass-endorsement.ts'

export function addStartMassEndorsement(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/mass_endorsements/:massEndorsementId/start',
    {
      config: {
        access: 'manage',
        mayNeedSecondPerson: true,
        refuses: [massEndorsementNotFound, notPreviewed, otherRuns],
      },
      schema: {
        operationId: 'startMassEndorsement',
        summary: 'Start a mass endorsement',
        description:
          'A job changes the policies, each once and in a transaction of its own. A policy that ' +
          'somebody else is changing at that moment is tried again for some minutes. What cannot be ' +
          'changed is a result with its reason.',
        tags: ['Management'],
        params: massEndorsementParams,
        response: {
          202: exampled(
            named(massEndorsementSchema),
            'Policies are being changed.',
            runningExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const { massEndorsementId: id } = request.params
      const replay = replayOf(reply, viewMassEndorsement, 202)
      const after = await startMassEndorsement(deps, callerOf(request), id, replay)
      return reply.code(202).send(viewMassEndorsement(after))
    },
  )
}
