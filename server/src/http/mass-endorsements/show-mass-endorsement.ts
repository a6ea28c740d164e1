import { readRefusalAlone } from '../../approvals/index.ts'
import {
  findMassEndorsement,
  massEndorsementNotFound,
  refusalOfAct,
} from '../../mass-endorsements/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { allAllowed } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { previewedExample } from './examples.ts'
import {
  massEndorsementParams,
  shownMassEndorsementSchema,
  viewMassEndorsement,
} from './mass-endorsement.ts'

export function addShowMassEndorsement(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/mass_endorsements/:massEndorsementId',
    {
      config: { access: 'manage', watches: true, refuses: [massEndorsementNotFound] },
      schema: {
        operationId: 'showMassEndorsement',
        summary: 'View a mass endorsement',
        description: 'Its progress, what its preview found and what it has done.',
        tags: ['Management'],
        params: massEndorsementParams,
        response: {
          200: exampled(named(shownMassEndorsementSchema), 'The mass endorsement.', {
            ...previewedExample,
            allowed: {
              ...allAllowed('preview', 'start'),
              stop: {
                allowed: false,
                code: 'mass_endorsement_not_running',
                reason:
                  'The mass endorsement is previewed. Only one that runs, or is being previewed, is stopped.',
              },
              resume: {
                allowed: false,
                code: 'mass_endorsement_not_stopped',
                reason: 'The mass endorsement is previewed. Only one that was stopped is resumed.',
              },
            },
          }),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const mass = await findMassEndorsement(deps.db, caller, request.params.massEndorsementId)
      const readAlone = await readRefusalAlone(deps.db, caller)
      const alone = readAlone({ kind: 'mass_endorsements', money: null })
      const { state } = mass
      const acts = {
        preview: ['previewMassEndorsement', refusalOfAct('preview', state)],
        start: ['startMassEndorsement', refusalOfAct('start', state) ?? alone],
        stop: ['stopMassEndorsement', refusalOfAct('stop', state)],
        resume: ['resumeMassEndorsement', refusalOfAct('resume', state) ?? alone],
      } as const
      return { ...viewMassEndorsement(mass), allowed: viewAllowed(request, acts) }
    },
  )
}
