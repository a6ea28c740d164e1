import { clockAdvancing } from '../../deadlines/index.ts'
import {
  type NewParty,
  addParty,
  mandateNotOfRole,
  partyDayNotPossible,
  payerTaken,
  policyNotIssued,
  tooManyParties,
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
import { partySetExample } from './examples.ts'
import { addPartyBody, partySetSchema, readDay, viewPartySet } from './party.ts'

export function addAddParty(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/policies/:policyId/parties',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`role`, `last_name` or `reason` is missing, or a date is none.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
          partyDayNotPossible,
          mandateNotOfRole,
          policyNotFound,
          policyNotIssued,
          payerTaken,
          tooManyParties,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'addParty',
        summary: 'Add a party',
        description:
          'Names an insured person, the premium payer or a beneficiary. The mandate of the policy ' +
          'ends with a new payer, who gives another by a mandate link; invoices stay those of the ' +
          'policyholder.',
        tags: ['Management'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        body: named(addPartyBody),
        response: { 200: exampled(named(partySetSchema), 'The party.', partySetExample) },
      },
    },
    async (request, reply) => {
      const { role, first_name, last_name, email, birth_date, from, keeps_mandate, reason } =
        request.body
      const party: NewParty = {
        role: role as NewParty['role'], // By its schema.
        firstName: first_name ?? null,
        lastName: last_name,
        email: email ?? null,
        birthDate: birth_date ?? null,
        fromDay: readDay('from', from),
        keepsMandate: keeps_mandate ?? false,
        reason,
      }
      const naming = { caller: callerOf(request), ...request.params, party }
      return viewPartySet(await addParty(deps, naming, replayOf(reply, viewPartySet)))
    },
  )
}
