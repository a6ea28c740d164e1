import { clockAdvancing } from '../../deadlines/index.ts'
import { type JsonObject, invalidData } from '../../kernel/index.ts'
import {
  changePolicyholder,
  customerNotFound,
  samePolicyholder,
  tooManyPolicies,
} from '../../parties/index.ts'
import {
  endorsementNotPermitted,
  notPaid,
  policyCancelled,
  policyExpired,
  policyWithdrawn,
} from '../../policy-transactions/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import {
  readIfMatch,
  readPolicyId,
  transactionReasons,
} from '../policies/transactions/transaction-request.ts'
import { pricingDeps } from '../pricing-deps.ts'
import { invalidMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { policyholderChangedExample } from './examples.ts'
import {
  changePolicyholderBody,
  policyholderChangedSchema,
  viewPolicyholderChanged,
} from './party.ts'

export function addChangePolicyholder(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/policyholder',
    {
      config: {
        access: 'secret',
        version: 2,
        refuses: [
          ...transactionReasons,
          invalidMember('A name, `email` or `reason` is missing or too long.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
          invalidData.listed({
            when: 'A name, the e-mail address or a field of `data` breaks the rules of the product.',
            example: [[{ code: 'invalid_value', field: 'email', rules: ['email'] }], null],
          }),
          endorsementNotPermitted,
          notPaid.listed({ example: [ids.policy, 'endorsed'] }),
          policyCancelled,
          policyWithdrawn,
          policyExpired.listed({ example: [ids.policy, 'endorsed'] }),
          customerNotFound,
          samePolicyholder,
          tooManyPolicies,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'changePolicyholder',
        summary: 'Change the policyholder',
        description:
          'Another person becomes the policyholder, from today on, as a new customer. To correct ' +
          'a name or an e-mail address, endorse the policy instead. The mandate of the former ' +
          'policyholder ends, as do mandate links, endorsement links, payment links and links to ' +
          'documents. A renewal is offered again. The open amount and any credit go with the ' +
          'policy. Send the form of address and the postal address in `data`: letters use them ' +
          'from the first one on.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        // Required; the handler refuses its absence in the words of the contract.
        headers: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
        body: named(changePolicyholderBody),
        response: {
          200: exampled(
            named(policyholderChangedSchema),
            'The policy has another policyholder.',
            policyholderChangedExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const { first_name, last_name, email, data = {} } = request.body
      const { customer_id: customerId = null, reason } = request.body
      const change = {
        caller: callerOf(request),
        policyId: readPolicyId(request.params.policyId),
        ifMatch: readIfMatch(request.headers['if-match']),
        person: { firstName: first_name, lastName: last_name, email, data: data as JsonObject }, // Of a body in JSON.
        customerId,
        reason,
      }
      const replay = replayOf(reply, viewPolicyholderChanged)
      return viewPolicyholderChanged(
        await changePolicyholder(pricingDeps(deps, request), change, replay),
      )
    },
  )
}
