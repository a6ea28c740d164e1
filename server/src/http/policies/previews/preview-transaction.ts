import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import type { FastifyRequest } from 'fastify'
import {
  type FieldError,
  type Json,
  type JsonObject,
  type PlanId,
  invalidData,
  isJsonObject,
} from '../../../kernel/index.ts'
import { previewRenewal } from '../../../billing/index.ts'
import { type TransactionToPreview, previewWithRefund } from '../../../payments/index.ts'
import { type TransactionRequest, laterDayUnpriced } from '../../../policy-transactions/index.ts'
import {
  type RenewalRequest,
  nothingToRetry,
  renewalDeclined,
  renewalPlanNotPossible,
  renewalTooLate,
} from '../../../renewals/index.ts'
import { planNotFound } from '../../../products/index.ts'
import { callerOf } from '../../access/access.ts'
import { toFieldErrors } from '../../body/body-errors.ts'
import { bodyMembers, dropEmpty } from '../../body/body-members.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { pricingDeps } from '../../pricing-deps.ts'
import { missingMember, notAnObject } from '../../reasons.ts'
import { ids } from '../../wire/example-ids.ts'
import {
  transactionPreviewSchema,
  previewTransactionBody,
  previewedEndorsement,
} from './preview.ts'
import { named, pathId } from '../../wire/schema.ts'
import { viewPreview, viewRenewalPreview } from './view-preview.ts'
import { cancellationReasons, readCancellationTerms } from '../transactions/cancellation-request.ts'
import { endorsementReasons, readEndorsement } from '../endorsements/endorsement-request.ts'
import { readIfMatch, readPolicyId } from '../transactions/transaction-request.ts'
import { oneTransaction } from './reasons.ts'
import { adjustmentReasons } from '../transactions/adjust-premium.ts'
import { endMoveReasons } from '../transactions/move-end.ts'
import { reinstatementReasons } from '../transactions/reinstate-policy.ts'
import { withdrawalReasons } from '../withdrawal/withdraw-policy.ts'
import { nextTermReasons } from '../../renewals/endorsements/record-next-term-endorsement.ts'
import { givenReason, readGiven, undecidedReasons } from '../../renewals/renewal-request.ts'

const renewalReasons = [
  ...undecidedReasons,
  renewalTooLate,
  renewalDeclined,
  nothingToRetry,
  planNotFound,
  renewalPlanNotPossible,
  givenReason,
  ...nextTermReasons,
]

/** Each reason once: several transactions share some of them. */
const reasons = [
  oneTransaction,
  missingMember('termination_date'),
  ...cancellationReasons,
  ...withdrawalReasons,
  ...endorsementReasons,
  ...reinstatementReasons,
  ...endMoveReasons,
  ...adjustmentReasons,
  ...renewalReasons,
  laterDayUnpriced,
].filter(({ label }, n, all) => all.findIndex((one) => one.label === label) === n)

const endorsementNames = Object.keys(previewedEndorsement.properties)

export function addPreviewTransaction(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/previews',
    {
      config: { access: 'secret', version: 2, isRepeatable: true, refuses: reasons },
      // Errors in the shape of the body are returned together with those of the product's rules.
      attachValidation: true,
      // An empty member of an endorsement counts as absent, as in the request itself.
      preValidation: async ({ body }) => {
        const endorsement = isJsonObject(body) ? body['endorsement'] : undefined
        if (isJsonObject(endorsement))
          dropEmpty(endorsement, { names: endorsementNames, required: [] })
      },
      schema: {
        operationId: 'previewTransaction',
        summary: 'Preview a policy transaction',
        description:
          'Shows the effect of a cancellation, move of the end, withdrawal, endorsement, ' +
          'premium adjustment, reinstatement or renewal before you request it: the days of ' +
          'cover, the exact amounts and the documents. ' +
          'A transaction that would be refused is refused here with the same error. ' +
          'Nothing changes. Send the `preview_token` with the transaction to guarantee ' +
          'these amounts: otherwise it is not carried out.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        // Required; the handler refuses its absence in the words of the contract.
        headers: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
        body: named(previewTransactionBody),
        response: { 200: named(transactionPreviewSchema) },
      },
    },
    async (request) => {
      const transaction = {
        policyId: readPolicyId(request.params.policyId),
        ifMatch: readIfMatch(request.headers['if-match']),
        caller: callerOf(request),
      }
      const previewed = readPreviewed(request, transaction)
      const pricing = pricingDeps(deps, request)
      return previewed.kind === 'renewal'
        ? viewRenewalPreview(await previewRenewal(pricing, previewed.request))
        : viewPreview(await previewWithRefund(pricing, previewed))
    },
  )
}

/** A renewal is not carried out at once: its term has not begun yet. */
type Previewed =
  | TransactionToPreview
  | { readonly kind: 'renewal'; readonly request: RenewalRequest }

function readPreviewed(request: FastifyRequest, transaction: TransactionRequest): Previewed {
  const body = request.body as Json // Our parser gives nothing but JSON.
  if (!isJsonObject(body)) throw notAnObject('body')
  const { names } = bodyMembers(request)
  const [name, ...others] = names.filter((one) => Object.hasOwn(body, one))
  if (name === undefined || others.length > 0) throw oneTransaction()
  const failures = toFieldErrors(request.validationError?.validation ?? [], body, names)
  const errors = within(failures, name)
  const endorsement = body['endorsement']
  if (isJsonObject(endorsement)) {
    return {
      kind: 'endorsement',
      request: { ...transaction, ...readEndorsement(endorsement, errors, endorsementNames) },
    }
  }
  if (errors.length > 0) throw invalidData(errors, null)
  return readOther(body, transaction)
}

/** Names failing members as they are named in the request of the transaction itself. */
function within(errors: readonly FieldError[], name: string): FieldError[] {
  return errors.map((error) =>
    error.field.startsWith(`${name}.`)
      ? { ...error, field: error.field.slice(name.length + 1) }
      : error,
  )
}

function readOther(body: JsonObject, transaction: TransactionRequest): Previewed {
  // It was validated.
  const { cancellation, end_move, withdrawal, adjustment, reinstatement, renewal } = body as Static<
    typeof previewTransactionBody
  >
  if (cancellation !== undefined) {
    const terminationDate = cancellation.termination_date
    const requested = readCancellationTerms(cancellation)
    return { kind: 'cancellation', request: { ...transaction, terminationDate, requested } }
  }
  if (end_move !== undefined) {
    const terminationDate = end_move.termination_date
    return { kind: 'end_move', request: { ...transaction, terminationDate } }
  }
  if (withdrawal !== undefined) {
    const { received_on: receivedOn = null, sent_on: sentOn = null } = withdrawal
    return { kind: 'withdrawal', request: { ...transaction, receivedOn, sentOn } }
  }
  if (adjustment !== undefined) {
    const { term = null, answers } = adjustment
    const declared = isJsonObject(answers) ? answers : {}
    return { kind: 'adjustment', request: { ...transaction, term, answers: declared } }
  }
  if (renewal !== undefined) {
    const { endorsement = null, subscription_plan_id: planId = null, ...retry } = renewal
    const given = {
      ...readGiven(retry),
      endorsed: endorsement && readGiven(endorsement),
      planId: planId as PlanId | null, // It is only looked up.
    }
    return { kind: 'renewal', request: { ...transaction, ...given } }
  }
  return { kind: 'reinstatement', request: { ...transaction, hasGap: reinstatement?.gap ?? false } }
}
