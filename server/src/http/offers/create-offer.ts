import type { FastifyRequest } from 'fastify'
import { Type } from '../wire/type.ts'
import {
  type FieldError,
  type Json,
  type JsonObject,
  isJsonObject,
  invalidData,
} from '../../kernel/index.ts'
import {
  type MadeOffer,
  type OfferRequest,
  createOffer,
  languageNotSupported,
} from '../../sales/index.ts'
import { clockAdvancing, quotedOnAnotherClock } from '../../deadlines/index.ts'
import { callerOf } from '../access/access.ts'
import { toFieldErrors } from '../body/body-errors.ts'
import { bodyMembers } from '../body/body-members.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { preferredLanguages } from '../headers/preferred-languages.ts'
import { createOfferBody, createdOfferSchema } from './offer.ts'
import { named } from '../wire/schema.ts'
import { testClockHeader } from '../test-clocks/test-clock-header.ts'
import { viewCreatedOffer } from './view-offer.ts'
import { productVersionNotFound } from '../../products/index.ts'
import {
  quoteTokenExpired,
  quoteTokenOfEndorsement,
  quoteTokenOvertaken,
  quoteTokenUnknown,
} from '../../quotes/index.ts'
import { notAnObject } from '../reasons.ts'

export function addCreateOffer(app: App, deps: HttpDeps): void {
  const view = (offer: MadeOffer) => viewCreatedOffer(offer, deps.links)
  app.post(
    '/policies',
    {
      config: {
        access: 'key',
        version: 2,
        versionRequired: true,
        refuses: [
          invalidData.listed({
            when:
              'Members of the body or fields of the policy data break the rules of the ' +
              'product.',
            example: [
              [
                { code: 'required', field: 'language', rules: ['required'] },
                { code: 'invalid_value', field: 'email', rules: ['email'] },
                { code: 'required', field: 'company_name', path: 'data', rules: ['required'] },
              ],
              null,
            ],
          }),
          quotedOnAnotherClock,
          clockAdvancing,
          quoteTokenUnknown,
          quoteTokenOfEndorsement,
          quoteTokenExpired,
          quoteTokenOvertaken,
          languageNotSupported,
          productVersionNotFound.listed({ when: 'The quoted product version no longer exists.' }),
        ],
      },
      // Errors in the shape of the body are returned together with those of the product's rules.
      attachValidation: true,
      schema: {
        operationId: 'createOffer',
        summary: 'Create an offer',
        description:
          'Creates an unpaid policy from a quote token and the policy data. Pay for it ' +
          'with the `payment_token` before it expires.',
        tags: ['Sales'],
        headers: Type.Object({ 'test-clock': Type.Optional(testClockHeader) }),
        body: named(createOfferBody),
        response: { 200: named(createdOfferSchema) },
      },
    },
    async (request, reply) =>
      view(await createOffer(deps, readOffer(request), replayOf(reply, view))),
  )
}

function readOffer(request: FastifyRequest): OfferRequest {
  const body = request.body as Json // Our parser gives nothing but JSON.
  if (!isJsonObject(body)) {
    throw notAnObject('body')
  }
  const { names } = bodyMembers(request)
  const bodyErrors = toFieldErrors(request.validationError?.validation ?? [], body, names)
  const { quote_token: quoteToken, data } = body
  if (typeof quoteToken !== 'string' || quoteToken === '' || !isJsonObject(data)) {
    // Without these two the rules of the product cannot be applied.
    throw invalidData(bodyErrors, null)
  }
  return {
    caller: callerOf(request),
    bodyErrors,
    body,
    quoteToken,
    clockId: clockNamed(request),
    data,
    languages: preferredLanguages(request),
    ...readRest(body, bodyErrors),
  }
}

/** The clock of the quote applies by default; a clock in the header must be the same. */
function clockNamed({ headers }: FastifyRequest): string | null {
  const name = headers['test-clock']
  return typeof name === 'string' ? name : null
}

/** A body with shape errors is refused later; until then its wrong members count as absent. */
function readRest(body: JsonObject, bodyErrors: readonly FieldError[]) {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : null)
  const object = (name: string) => (isJsonObject(body[name]) ? body[name] : null)
  const isWrong = bodyErrors.length > 0
  return {
    language: text('language') ?? '',
    sensitiveData: isWrong ? null : object('sensitive_data'),
    metadata: object('metadata') ?? {},
    media: Array.isArray(body['media']) ? body['media'] : [],
    distributorTrafficSource: text('distributor_traffic_source'),
    referrerUrl: text('referrer_url'),
    salesLeadId: text('sales_lead_id'),
    handoverRequired: body['handover_required'] === true,
  }
}
