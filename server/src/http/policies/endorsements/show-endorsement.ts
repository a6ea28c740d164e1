import { Type } from '../../wire/type.ts'
import { policyNotFound } from '../../../policies/index.ts'
import { endorsementTokenUnknown, openEndorsement } from '../../../policy-transactions/index.ts'
import { openPatch } from '../../../products/index.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { endorsementTokenHeader, openedEndorsementSchema } from './endorsement-link.ts'
import { ids } from '../../wire/example-ids.ts'
import { viewQuestion } from '../../forms/form.ts'
import { named, pathId } from '../../wire/schema.ts'
import { endorserOf } from './endorser.ts'
import { readPolicyId } from '../transactions/transaction-request.ts'

export function addShowEndorsement(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId/endorsement',
    {
      config: {
        access: 'secret',
        opensByHeader: 'endorsement-token',
        version: 2,
        refuses: [policyNotFound, endorsementTokenUnknown],
      },
      schema: {
        operationId: 'showEndorsement',
        summary: 'View what can be endorsed',
        description:
          'The answers of a policy that can be changed, and the data that applies on the ' +
          'effective date. Use a secret key, or a public key with the token of an ' +
          'endorsement link.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        headers: Type.Object({ 'endorsement-token': Type.Optional(endorsementTokenHeader) }),
        response: { 200: named(openedEndorsementSchema) },
      },
    },
    async (request) => {
      const policyId = readPolicyId(request.params.policyId)
      const { caller, link } = await endorserOf(deps, request, policyId)
      const effectiveDate = link?.effectiveDate ?? null
      const opened = await openEndorsement(deps, { caller, policyId, effectiveDate })
      const { policy, quote, version } = opened
      const patch = await openPatch(deps.db, version, quote.itemId)
      return {
        policy_id: policy.id,
        version_id: policy.versionId,
        insurer_policy_id: policy.insurerPolicyId,
        language: policy.language,
        effective_date: opened.effectiveDay.toString(),
        is_endorsable: opened.isEndorsable,
        waiting_version_id: opened.waitingId,
        questions: patch.quote.map(viewQuestion),
        ...(link === null && { policy_questions: patch.policy.map(viewQuestion) }),
        data: quote.customerInput,
        gross_payment_amount: opened.payment,
        currency: policy.currency,
        item_id: quote.itemId,
        subscription_plan_id: quote.planId,
        touchpoint_id: policy.integrationId,
        product_version_id: quote.productVersionId,
      }
    },
  )
}
