import { clockAdvancing } from '../../deadlines/index.ts'
import {
  endParty,
  partyDayNotPossible,
  partyEnded,
  partyIsPolicyholder,
  partyNotFound,
} from '../../parties/index.ts'
import { policyNotFound } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { endedPartyExample } from './examples.ts'
import { endPartyBody, partySetSchema, readDay, viewPartySet } from './party.ts'

export function addEndParty(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/policies/:policyId/parties/:partyId/end',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`reason` is missing, or `until` is no date.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
          partyDayNotPossible.listed({
            example: ['until', Temporal.PlainDate.from('2028-12-31'), null],
          }),
          policyNotFound,
          partyNotFound,
          partyEnded,
          partyIsPolicyholder,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'endParty',
        summary: 'End a party',
        description:
          'Ends the role of a person, who stays in the history of the policy. With a premium ' +
          'payer the mandate ends as well.',
        tags: ['Management'],
        params: Type.Object({
          policyId: pathId('The policy.', ids.policy),
          partyId: pathId('The party.', ids.party),
        }),
        body: named(endPartyBody),
        response: { 200: exampled(named(partySetSchema), 'The party.', endedPartyExample) },
      },
    },
    async (request, reply) => {
      const { until, reason } = request.body
      const untilDay = readDay('until', until)
      const ending = { caller: callerOf(request), ...request.params, untilDay, reason }
      return viewPartySet(await endParty(deps, ending, replayOf(reply, viewPartySet)))
    },
  )
}
