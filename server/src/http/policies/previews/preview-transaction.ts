import { type Static, Type } from 'typebox'
import type { FastifyRequest } from 'fastify'
import {
  type FieldError,
  type Json,
  type JsonObject,
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
  renewalTooLate,
} from '../../../renewals/index.ts'
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
import { cancellationReasons } from '../transactions/cancellation-request.ts'
import { endorsementReasons, readEndorsement } from '../endorsements/endorsement-request.ts'
import { readIfMatch, readPolicyId } from '../transactions/transaction-request.ts'
import { oneTransaction } from './reasons.ts'
import { reinstatementReasons } from '../transactions/reinstate-policy.ts'
import { givenReason, undecidedReasons } from '../../renewals/renewal-request.ts'

const renewalReasons = [
  ...undecidedReasons,
  renewalTooLate,
  renewalDeclined,
  nothingToRetry,
  givenReason,
]

/** Each of them once: what refuses several orders is told alike of all. */
const reasons = [
  oneTransaction,
  missingMember('termination_date'),
  ...cancellationReasons,
  ...endorsementReasons,
  ...reinstatementReasons,
  ...renewalReasons,
  laterDayUnpriced,
].filter(({ label }, n, all) => all.findIndex((one) => one.label === label) === n)

const changeNames = Object.keys(previewedEndorsement.properties)

export function addPreviewTransaction(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/previews',
    {
      config: { access: 'secret', version: 2, isRepeatable: true, refuses: reasons },
      // Failures of the body's shape are told together with those of the product's rules.
      attachValidation: true,
      // What is empty counts as absent in a change, as it does where it is ordered.
      preValidation: async ({ body }) => {
        const change = isJsonObject(body) ? body['endorsement'] : undefined
        if (isJsonObject(change)) dropEmpty(change, { names: changeNames, required: [] })
      },
      schema: {
        operationId: 'previewTransaction',
        summary: 'See what an order would come to',
        description:
          'Tells what a cancellation, a change, a reinstatement or the renewal of a policy would come ' +
          'to, day by day and to the cent, before it is ordered, and refuses what the order itself ' +
          'would be refused for. Nothing changes. An order that names the `preview_token` comes to ' +
          'exactly that, or is not carried out.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        // Required, but told so in the contract's words by the handler.
        headers: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
        body: named(previewTransactionBody),
        response: { 200: named(transactionPreviewSchema) },
      },
    },
    async (request) => {
      const order = {
        policyId: readPolicyId(request.params.policyId),
        ifMatch: readIfMatch(request.headers['if-match']),
        caller: callerOf(request),
      }
      const previewed = readOrder(request, order)
      const pricing = pricingDeps(deps, request)
      return previewed.kind === 'renewal'
        ? viewRenewalPreview(await previewRenewal(pricing, previewed.order))
        : viewPreview(await previewWithRefund(pricing, previewed))
    },
  )
}

/** A renewal is no order that is carried out at once: its term is still to come. */
type Previewed = TransactionToPreview | { readonly kind: 'renewal'; readonly order: RenewalRequest }

function readOrder(request: FastifyRequest, order: TransactionRequest): Previewed {
  const body = request.body as Json // Our parser gives nothing but JSON.
  if (!isJsonObject(body)) throw notAnObject('body')
  const { names } = bodyMembers(request)
  const [name, ...others] = names.filter((one) => Object.hasOwn(body, one))
  if (name === undefined || others.length > 0) throw oneTransaction()
  const failures = toFieldErrors(request.validationError?.validation ?? [], body, names)
  const errors = within(failures, name)
  const change = body['endorsement']
  if (isJsonObject(change)) {
    return {
      kind: 'endorsement',
      order: { ...order, ...readEndorsement(change, errors, changeNames) },
    }
  }
  if (errors.length > 0) throw invalidData(errors, null)
  return readOther(body, order)
}

/** Failing members of an order are named as they are where it is given. */
function within(errors: readonly FieldError[], name: string): FieldError[] {
  return errors.map((error) =>
    error.field.startsWith(`${name}.`)
      ? { ...error, field: error.field.slice(name.length + 1) }
      : error,
  )
}

function readOther(body: JsonObject, order: TransactionRequest): Previewed {
  const { cancellation, reinstatement, renewal } = body as Static<typeof previewTransactionBody> // It was validated.
  if (cancellation !== undefined) {
    const terminationDate = cancellation.termination_date
    return { kind: 'cancellation', order: { ...order, terminationDate } }
  }
  if (renewal !== undefined) {
    const { answers, data } = renewal
    const given = {
      answers: isJsonObject(answers) ? answers : {},
      data: isJsonObject(data) ? data : {},
    }
    return { kind: 'renewal', order: { ...order, ...given } }
  }
  return { kind: 'reinstatement', order: { ...order, hasGap: reinstatement?.gap ?? false } }
}
