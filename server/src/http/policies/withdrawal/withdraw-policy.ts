import { Type } from '../../wire/type.ts'
import { clockAdvancing } from '../../../deadlines/index.ts'
import {
  noRightOfWithdrawal,
  notPaid,
  policyExpired,
  policyWithdrawn,
  withdrawPolicy,
  withdrawalDateInvalid,
  withdrawalPeriodOver,
} from '../../../policy-transactions/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { invalidMember } from '../../reasons.ts'
import { pricingDeps } from '../../pricing-deps.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { acceptedTransactionSchema } from '../transactions/cancellation.ts'
import {
  acceptedTransaction,
  promiseReasons,
  readIfMatch,
  readPolicyId,
  transactionReasons,
} from '../transactions/transaction-request.ts'
import { withdrawPolicyBody } from './withdrawal.ts'

/** Why a withdrawal or its preview is refused. */
export const withdrawalReasons = [
  clockAdvancing,
  ...transactionReasons,
  notPaid.listed({ example: [ids.policy, 'withdrawn'] }),
  policyExpired.listed({ example: [ids.policy, 'withdrawn'] }),
  policyWithdrawn.listed({ example: [ids.policy, 'withdrawn again'] }),
  noRightOfWithdrawal,
  withdrawalDateInvalid,
  withdrawalPeriodOver,
  invalidMember('`received_on` or `sent_on` is not a text.', {
    code: 'invalid_value',
    field: 'received_on',
    rules: ['string'],
  }),
]

export function addWithdrawPolicy(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/withdraw',
    {
      config: {
        access: 'secret',
        version: 2,
        refuses: [...withdrawalReasons, ...promiseReasons],
      },
      schema: {
        operationId: 'withdrawPolicy',
        summary: 'Withdraw from a policy',
        description:
          "Accepts a customer's withdrawal from the contract and responds at once. Follow the " +
          'status link to see when it is done. If the customer agreed to earlier cover, the ' +
          'days up to the receipt cost their part of the premium; otherwise everything is ' +
          'refunded and the cover is void. The status becomes `cancelled`. A policy that was ' +
          'withdrawn cannot be reinstated.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        // Required; the handler refuses its absence in the words of the contract.
        headers: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
        body: named(withdrawPolicyBody),
        response: { 202: named(acceptedTransactionSchema) },
      },
    },
    async (request, reply) => {
      const policyId = readPolicyId(request.params.policyId)
      const withdrawal = {
        caller: callerOf(request),
        policyId,
        ifMatch: readIfMatch(request.headers['if-match']),
        previewToken: request.body.preview_token ?? null,
        receivedOn: request.body.received_on ?? null,
        sentOn: request.body.sent_on ?? null,
      }
      const view = acceptedTransaction(policyId, deps.links)
      const replay = replayOf(reply, view, 202)
      return reply
        .code(202)
        .send(view(await withdrawPolicy(pricingDeps(deps, request), withdrawal, replay)))
    },
  )
}
