import { Type } from '../../wire/type.ts'
import { suggest } from '../../../kernel/index.ts'
import { momentOf } from '../../../deadlines/index.ts'
import { type Caller, limitsOf } from '../../../identity/index.ts'
import { recordReveal } from '../../../management/index.ts'
import { findPolicy } from '../../../policies/index.ts'
import { marksOf } from '../../../products/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { invalidMember, permissionMissing } from '../../reasons.ts'
import { maskRecord } from '../../masks/mask-answers.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { policySchema } from '../policy.ts'
import { unknownPolicy } from '../policy-summary.ts'
import { showWholePolicy } from '../whole-policy.ts'
import { fieldNotMasked } from './reasons.ts'
import { revealFieldBody, revealedFieldSchema } from './reveal.ts'

export function addRevealField(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/policies/:policyId/reveal',
    {
      config: {
        access: 'manage',
        // Each time that the value is shown has an entry of its own.
        shownOnce: 'value',
        refuses: [
          unknownPolicy,
          fieldNotMasked,
          invalidMember('`field` is missing, or `reason` has fewer than 5 characters.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
        ],
      },
      schema: {
        operationId: 'revealField',
        summary: 'Reveal a masked field of a policy',
        description:
          'Shows one value that is masked for callers without the permission ' +
          '`personal_data.read`. The audit log gets the field and the reason. A repeated ' +
          'request with the same `Idempotency-Key` gets the response without the value. ' +
          'Links to documents cannot be revealed.',
        tags: ['Management'],
        params: Type.Object({ policyId: pathId('The policy or offer.', ids.policy) }),
        body: named(revealFieldBody),
        response: { 200: named(revealedFieldSchema) },
      },
    },
    async (request, reply) => {
      const caller = readerOf(callerOf(request))
      const { field, reason } = request.body
      const policy = await findPolicy(deps.db, caller, request.params.policyId, deps.clock())
      const { now } = await momentOf(deps.db, deps.clock, policy)
      const whole = await showWholePolicy(deps, caller, policy, now, null)
      const marks = await marksOf(deps.catalogue, policy)
      const { masked = [] } = maskRecord(request.server, policySchema, whole, () => marks)
      const revealable = masked.filter((place) => !place.startsWith('assets.'))
      if (!revealable.includes(field)) {
        throw fieldNotMasked(field, suggest(field, revealable))
      }
      const revealed = { field, value: valueAt(whole, field.split('.')) }
      const view = () => revealed
      const replay = replayOf(reply, view)
      await recordReveal(deps, caller, policy, { field, reason: reason.trim() }, replay)
      return revealed
    },
  )
}

/** Reveals only what the caller may read otherwise. */
function readerOf(caller: Caller): Caller {
  if (!caller.grants.has('policies.read')) throw permissionMissing('policies.read')
  return { ...caller, limits: limitsOf(caller.grants, 'policies.read') }
}

function valueAt(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined || value === null || value === undefined) return value ?? null
  if (step === '*') return Object.values(value).map((one) => valueAt(one, rest))
  return valueAt(Reflect.get(Object(value), step), rest)
}
