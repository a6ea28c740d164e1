import { clockAdvancing } from '../../deadlines/index.ts'
import {
  type DunningCase,
  caseNotFound,
  decideLapse,
  lapseNotInDoubt,
} from '../../dunning/index.ts'
import { modificationInProgress } from '../../policy-transactions/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { decideLapseBody, dunningCaseSchema, viewDunningCase } from './dunning.ts'
import { upheldLapseExample } from './examples.ts'

export function addDecideLapse(app: App, deps: HttpDeps): void {
  const view = (one: DunningCase) => viewDunningCase(one, deps.links)
  app.post(
    '/manage/dunning/:caseId/lapse',
    {
      config: {
        access: 'manage',
        refuses: [
          caseNotFound,
          lapseNotInDoubt,
          modificationInProgress,
          clockAdvancing,
          invalidMember('`decision` is none of `void` and `uphold`, or `reason` is missing.', {
            code: 'required',
            field: 'decision',
            rules: ['required'],
          }),
        ],
      },
      schema: {
        operationId: 'decideLapse',
        summary: 'Decide about a lapse without proof',
        description:
          'Decides about a policy that lapsed after a notice that is not proven any more. `void`: ' +
          'the policy is in force as if it had never lapsed, its premium is owed, and dunning ' +
          'begins anew with what is overdue. `uphold`: it stays lapsed.',
        tags: ['Management'],
        params: Type.Object({ caseId: pathId('The case.', ids.dunningCase) }),
        body: named(decideLapseBody),
        response: {
          200: exampled(named(dunningCaseSchema), 'The case.', upheldLapseExample),
        },
      },
    },
    async (request, reply) => {
      const { decision, reason } = request.body
      const { caseId } = request.params
      const decided = { caller: callerOf(request), caseId, decision, reason }
      return view(await decideLapse(deps, decided, replayOf(reply, view)))
    },
  )
}
