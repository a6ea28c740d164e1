import {
  massEndorsementNotFound,
  notStopped,
  otherRuns,
  resumeMassEndorsement,
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

export function addResumeMassEndorsement(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/mass_endorsements/:massEndorsementId/resume',
    {
      config: {
        access: 'manage',
        mayNeedSecondPerson: true,
        refuses: [massEndorsementNotFound, notStopped, otherRuns],
      },
      schema: {
        operationId: 'resumeMassEndorsement',
        summary: 'Resume a mass endorsement',
        description: 'Goes on with the policies that were not looked at yet.',
        tags: ['Management'],
        params: massEndorsementParams,
        response: {
          202: exampled(
            named(massEndorsementSchema),
            'Policies are being changed again.',
            runningExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const { massEndorsementId: id } = request.params
      const replay = replayOf(reply, viewMassEndorsement, 202)
      const after = await resumeMassEndorsement(deps, callerOf(request), id, replay)
      return reply.code(202).send(viewMassEndorsement(after))
    },
  )
}
