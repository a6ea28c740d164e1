import {
  type EnteredMoney,
  entryIsReversal,
  entryReversed,
  goodwillUsed,
  manualEntryNotFound,
  nothingCharged,
  reverseEntry,
} from '../../billing/index.ts'
import { clockAdvancing } from '../../deadlines/index.ts'
import { policyNotFound } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { reversalExample } from './examples.ts'
import { manualEntrySchema, reverseEntryBody, viewManualEntry } from './manual-entry.ts'

export function addReverseManualEntry(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/policies/:policyId/manual_entries/:entryId/reverse',
    {
      config: {
        access: 'manage',
        mayNeedSecondPerson: true,
        refuses: [
          invalidMember('`reason` is missing.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
          policyNotFound,
          nothingCharged,
          manualEntryNotFound,
          entryIsReversal,
          entryReversed,
          goodwillUsed,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'reverseManualEntry',
        summary: 'Reverse a manual entry',
        description:
          'Takes an entry back, once and whole, with a document of its own. Goodwill is taken ' +
          'back only while the customer still has it as credit.',
        tags: ['Management'],
        params: Type.Object({
          policyId: pathId('The policy.', ids.policy),
          entryId: pathId('The entry.', ids.manualEntry),
        }),
        body: named(reverseEntryBody),
        response: {
          200: exampled(named(manualEntrySchema), 'The entry that reverses it.', reversalExample),
        },
      },
    },
    async (request, reply) => {
      const view = ({ entry }: EnteredMoney) => viewManualEntry(entry)
      const reversal = { caller: callerOf(request), ...request.params, ...request.body }
      return view(await reverseEntry(deps, reversal, replayOf(reply, view)))
    },
  )
}
