import { Type } from '../../wire/type.ts'
import { type Refusal, parseDay, timestamp } from '../../../kernel/index.ts'
import type { Caller } from '../../../identity/index.ts'
import { findPolicy, policyNotFound } from '../../../policies/index.ts'
import { mintEndorsementLink } from '../../../policy-transactions/index.ts'
import { invalidData } from '../../../kernel/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { isMaskedFor } from '../../masks/mask-answers.ts'
import { invalidMember, personalDataMasked } from '../../reasons.ts'
import { endorsementLinkSchema, createEndorsementLinkBody } from './endorsement-link.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'

const aLink = 'An endorsement link'
const wrongDay = { code: 'invalid_value', field: 'effective_date', rules: ['iso_date'] } as const

export function addCreateEndorsementLink(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/endorsement_links',
    {
      config: {
        access: 'secret',
        version: 2,
        isRepeatable: true,
        refuses: [
          policyNotFound,
          invalidMember('`effective_date` is not a valid date.', wrongDay),
          personalDataMasked.listed({ example: [aLink] }),
        ],
      },
      schema: {
        operationId: 'createEndorsementLink',
        summary: 'Create an endorsement link',
        description:
          'Creates a link with which a customer can endorse this policy on a page, for one ' +
          'day. The customer can change the answers that the product lists in ' +
          '`quote_patch`, at the price that results. The link acts for the account that ' +
          'created it. It is not stored: each call creates another link.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        body: named(createEndorsementLinkBody),
        response: { 200: named(endorsementLinkSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const refusal = refusalOfLink(caller)
      if (refusal !== null) throw refusal
      const { effective_date: effectiveDate = null } = request.body
      if (effectiveDate !== null && parseDay(effectiveDate) === null) {
        throw invalidData([wrongDay], null)
      }
      const { id: policyId, customerId } = await findPolicy(
        deps.db,
        caller,
        request.params.policyId,
        deps.clock(),
      )
      const terms = { policyId, customerId, effectiveDate }
      const { link, token } = mintEndorsementLink(deps.keyRing, caller, terms, deps.clock())
      return {
        policy_id: policyId,
        token,
        fragment: `change=${policyId}/${token}`,
        effective_date: effectiveDate,
        expires_at: timestamp(link.expiresAt),
        _links: { policy: deps.links.policy(policyId) },
      }
    },
  )
}

/** The token of a link shows the answers to anybody. */
export function refusalOfLink(caller: Caller): Refusal | null {
  return isMaskedFor(caller) ? personalDataMasked(aLink) : null
}
