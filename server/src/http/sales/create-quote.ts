import {
  type FieldError,
  type IntegrationId,
  type IntegrationVersionId,
  type ItemId,
  type JsonObject,
  type PlanId,
  type ProductVersionId,
  invalidData,
} from '../../kernel/index.ts'
import {
  type TermsOrder,
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
import { type CreatedQuote, createQuote, calculationFailed, knockout } from '../../quotes/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { preferredLanguages } from '../preferred-languages.ts'
import { type CreateQuoteBody, createQuoteBody, quoteSchema } from '../wire/quote.ts'
import { named } from '../wire/schema.ts'
import { viewQuote } from '../wire/view-quote.ts'
import { pricingInPreparation } from '../../pricing/index.ts'
import { missingMember } from '../reasons.ts'

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
        ],
      },
      schema: {
        operationId: 'createQuote',
        summary: 'Create a quote',
        description:
          "Prices the customer's answers and returns a token that an offer redeems. A quote may lead " +
          'to several offers; how long it is valid is up to the product, 30 days unless it says otherwise.',
        tags: ['Sales'],
        body: named(createQuoteBody),
        response: { 200: named(quoteSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const terms = await chooseTerms(deps.catalogue, caller, readTerms(request.body))
      const view = (made: CreatedQuote) => viewQuote(made, terms.version.definition, caller.keyKind)
      const created = await createQuote(
        {
          ...deps,
          onCalculationFailed: (failure) =>
            request.log.error(failure, 'a price could not be calculated'),
        },
        // The parser gave JSON and the schema an object.
        {
          terms,
          livemode: caller.livemode,
          data: request.body.data as JsonObject,
          languages: preferredLanguages(request),
        },
        receiptOf(reply, view),
      )
      return view(created)
    },
  )
}

/** The ids are only looked up: one that is no id finds nothing. */
function readTerms(body: CreateQuoteBody): TermsOrder {
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
