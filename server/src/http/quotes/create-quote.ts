import { Type } from '../wire/type.ts'
import {
  type FieldError,
  type IntegrationId,
  type IntegrationVersionId,
  type ItemId,
  type JsonObject,
  type PlanId,
  type PolicyId,
  type ProductVersionId,
  exampleIds,
  invalidData,
  isId,
} from '../../kernel/index.ts'
import {
  type TermsRequest,
  chooseTerms,
  draftNeedsTestKey,
  integrationNotFound,
  integrationNotPublished,
  integrationVersionNotFound,
  itemNotFound,
  planNotFound,
  productNotPublished,
  productVersionNotFound,
} from '../../products/index.ts'
import {
  clockAdvancing,
  clockForSale,
  clockNeedsTestKey,
  clockNotFound,
} from '../../deadlines/index.ts'
import { policyNotFound } from '../../policies/index.ts'
import {
  type QuotedEndorsement,
  endorsementNotPermitted,
  endorsementTokenUnknown,
  modificationInProgress,
  notPaid,
  openEndorsement,
  planChangeNotOn,
  planChangesAtRenewal,
  planNeverChanges,
  policyCancelled,
  policyWithdrawn,
  policyExpired,
  quoteEndorsement,
} from '../../policy-transactions/index.ts'
import {
  type CreatedQuote,
  calculationFailed,
  coverMoved,
  createQuote,
  knockout,
  priceOutOfRange,
} from '../../quotes/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { pricingDeps } from '../pricing-deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { preferredLanguages } from '../headers/preferred-languages.ts'
import { type CreateQuoteBody, createQuoteBody, quoteSchema } from './quote.ts'
import { named } from '../wire/schema.ts'
import { testClockHeader } from '../test-clocks/test-clock-header.ts'
import { viewQuote, viewQuotedEndorsement } from './view-quote.ts'
import { pricingInPreparation } from '../../pricing/index.ts'
import { missingMember, needsSecretKey } from '../reasons.ts'
import { type Endorser, endorserOf } from '../policies/endorsements/endorser.ts'
import { endorsementTokenHeader } from '../policies/endorsements/endorsement-link.ts'

const invalidAnswers: readonly FieldError[] = [
  { code: 'required', field: 'employee_number', path: 'data', rules: ['required'] },
  {
    code: 'invalid_value',
    field: 'deductible',
    path: 'data',
    rules: ['in'],
    params: { in: ['100000', '500000', '1000000'] },
  },
]

const invalidEndorsement: readonly FieldError[] = [
  {
    code: 'invalid_value',
    field: 'policy_start_date',
    path: 'data',
    rules: ['quote_patch'],
  },
]

export function addCreateQuote(app: App, deps: HttpDeps): void {
  app.post(
    '/quotes',
    {
      config: {
        access: 'key',
        version: 3,
        versionRequired: true,
        refuses: [
          invalidData.listed({ example: [invalidAnswers, null] }),
          missingMember('item_id'),
          draftNeedsTestKey,
          clockNeedsTestKey,
          clockNotFound,
          clockAdvancing,
          integrationNotFound,
          itemNotFound,
          planNotFound,
          productVersionNotFound,
          integrationVersionNotFound,
          productNotPublished,
          integrationNotPublished,
          pricingInPreparation,
          knockout,
          calculationFailed,
          priceOutOfRange,
          invalidData.listed({
            label: 'invalid_endorsement',
            when:
              'An endorsement changes an answer that it may not change, or its effective ' +
              'date or ids do not fit the policy.',
            example: [invalidEndorsement, null],
          }),
          coverMoved,
          planChangeNotOn,
          planChangesAtRenewal,
          planNeverChanges,
          needsSecretKey.listed({
            when: 'A quote for an endorsement was requested with a public key.',
          }),
          endorsementTokenUnknown,
          endorsementNotPermitted,
          policyNotFound,
          notPaid.listed({ example: [exampleIds.policy, 'endorsed'] }),
          modificationInProgress,
          policyCancelled,
          policyWithdrawn,
          policyExpired.listed({ example: [exampleIds.policy, 'endorsed'] }),
        ],
      },
      schema: {
        operationId: 'createQuote',
        summary: 'Create a quote',
        description:
          "Prices the customer's answers and returns a token with which to create an " +
          'offer. A quote can lead to several offers. The product determines how long it ' +
          'is valid: 30 days by default.\n\nWith `policy_id`, it is a quote for an ' +
          'endorsement of that policy; send a secret key, or a public key with the token ' +
          'of an endorsement link. The answers in `data` are merged into those that apply ' +
          'on `effective_date`. Only answers that the product lists in `quote_patch` can ' +
          'be changed. With another `subscription_plan_id` the payment plan changes, on the first ' +
          'day of a billing period that is not charged yet. The response then has ' +
          '`endorsement`, with its effect.',
        tags: ['Sales'],
        headers: Type.Object({
          'test-clock': Type.Optional(testClockHeader),
          'endorsement-token': Type.Optional(endorsementTokenHeader),
        }),
        body: named(createQuoteBody),
        response: { 200: named(quoteSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { body } = request
      const quoting = pricingDeps(deps, request)
      const data = body.data as JsonObject // The parser gave JSON and the schema an object.
      const languages = preferredLanguages(request)
      if (body.policy_id !== undefined) {
        const asked = readEndorsement(body)
        const endorser = await endorserOf(deps, request, asked.policyId)
        const endorsement = { ...asked, ...(await dayFor(deps, endorser, asked)), data, languages }
        const view = (quoted: QuotedEndorsement) => viewQuotedEndorsement(quoted, caller.keyKind)
        return view(await quoteEndorsement(quoting, endorsement, replayOf(reply, view)))
      }
      const terms = await chooseTerms(deps.catalogue, caller, readTerms(body))
      const header = request.headers['test-clock']
      const { insurerId } = terms.version
      const clockId =
        header === undefined ? null : await clockForSale(deps.db, caller, header, insurerId)
      const quote = { terms, livemode: caller.livemode, clockId, data, languages }
      const view = (made: CreatedQuote) => viewQuote(made, terms.version.definition, caller.keyKind)
      return view(await createQuote(quoting, quote, replayOf(reply, view)))
    },
  )
}

/** The effective date of a link takes precedence. */
async function dayFor(
  deps: HttpDeps,
  { caller, link }: Endorser,
  { policyId, effectiveDate }: { policyId: PolicyId; effectiveDate: string | null },
) {
  if (link === null) return { caller, effectiveDate }
  if (link.effectiveDate === null) return { caller, effectiveDate: null }
  const opening = { caller, policyId, effectiveDate: link.effectiveDate }
  return { caller, effectiveDate: (await openEndorsement(deps, opening)).effectiveDay.toString() }
}

/** The ids are only looked up: an invalid id finds nothing. */
function readTerms(body: CreateQuoteBody): TermsRequest {
  return {
    itemId: body.item_id as ItemId,
    planId: body.subscription_plan_id as PlanId,
    integrationId: body.integration_id as IntegrationId,
    productVersionId: (body.product_version_id as ProductVersionId | undefined) ?? null,
    integrationVersionId: (body.integration_version_id as IntegrationVersionId | undefined) ?? null,
    liveProduct: body.live_product !== 'false',
    liveIntegration: body.live_integration !== 'false',
  }
}

/** The policy determines the ids of an endorsement; those that the body names must match them. */
function readEndorsement(body: CreateQuoteBody) {
  const { policy_id: policyId } = body
  if (!isId('tpol', policyId)) throw policyNotFound(policyId ?? '')
  return {
    policyId,
    effectiveDate: body.effective_date ?? null,
    planId: (body.subscription_plan_id as PlanId | undefined) ?? null,
    named: {
      item_id: body.item_id ?? null,
      integration_id: body.integration_id ?? null,
      product_version_id: body.product_version_id ?? null,
      integration_version_id: body.integration_version_id ?? null,
    },
  }
}
