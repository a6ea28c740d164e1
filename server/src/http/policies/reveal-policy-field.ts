import { momentOf } from '../../deadlines/index.ts'
import { findPolicy } from '../../policies/index.ts'
import { marksOf } from '../../products/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { maskRecord } from '../masks/mask-answers.ts'
import { addReveal } from '../reveal/add-reveal.ts'
import { revealedFieldExample } from '../reveal/examples.ts'
import { revealFieldBody } from '../reveal/reveal.ts'
import { ids } from '../wire/example-ids.ts'
import { pathId } from '../wire/schema.ts'
import { policySchema } from './policy.ts'
import { unknownPolicy } from './policy-summary.ts'
import { showWholePolicy } from './whole-policy.ts'

export function addRevealPolicyField(app: App, deps: HttpDeps): void {
  addReveal(app, deps, {
    name: 'policy',
    path: 'policies',
    operationId: 'revealField',
    param: 'policyId',
    id: pathId('The policy or offer.', ids.policy),
    body: revealFieldBody,
    revealed: revealedFieldExample,
    mistake: ['data.fone', 'Did you mean data.phone?'],
    unknown: unknownPolicy,
    readBy: 'policies.read',
    neverRevealed: { places: /^assets\./, says: 'Links to documents cannot be revealed.' },
    async find(server, reader, id) {
      const policy = await findPolicy(deps.db, reader, id, deps.clock())
      const { now } = await momentOf(deps.db, deps.clock, policy)
      const whole = await showWholePolicy(deps, reader, policy, now, null)
      const marks = await marksOf(deps.catalogue, policy)
      const { masked = [] } = maskRecord(server, policySchema, whole, () => marks)
      return { record: policy, whole, masked }
    },
  })
}
