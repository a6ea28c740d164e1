import {
  massEndorsementNotFound,
  notPreviewable,
  previewMassEndorsement,
} from '../../mass-endorsements/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { previewingExample } from './examples.ts'
import {
  massEndorsementParams,
  massEndorsementSchema,
  viewMassEndorsement,
} from './mass-endorsement.ts'

export function addPreviewMassEndorsement(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/mass_endorsements/:massEndorsementId/preview',
    {
      config: {
        access: 'manage',
        refuses: [massEndorsementNotFound, notPreviewable],
      },
      schema: {
        operationId: 'previewMassEndorsement',
        summary: 'Preview a mass endorsement',
        description:
          'A job computes for every policy what would be changed, with counts and money, and ' +
          'writes nothing about any policy. Watch it with `showMassEndorsement`.',
        tags: ['Management'],
        params: massEndorsementParams,
        response: {
          202: exampled(
            named(massEndorsementSchema),
            'The preview is being computed.',
            previewingExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const { massEndorsementId: id } = request.params
      const replay = replayOf(reply, viewMassEndorsement, 202)
      const after = await previewMassEndorsement(deps, callerOf(request), id, replay)
      return reply.code(202).send(viewMassEndorsement(after))
    },
  )
}
