import type {
  IntegrationId,
  IntegrationVersionId,
  ItemId,
  JsonObject,
  PlanId,
  ProductVersionId,
} from '../../kernel/index.ts'
import { type TermsOrder, chooseTerms } from '../../products/index.ts'
import { createQuote } from '../../quotes/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { preferredLanguages } from '../preferred-languages.ts'
import { errorResponses } from '../wire/error.ts'
import { quoteErrors } from '../wire/errors/quote.ts'
import { type CreateQuoteBody, createQuoteBody, quoteSchema } from '../wire/quote.ts'
import { named } from '../wire/schema.ts'
import { viewQuote } from '../wire/view-quote.ts'

export function addCreateQuote(app: App, deps: HttpDeps): void {
  app.post(
    '/quotes',
    {
      config: { access: 'key', version: 3, versionRequired: true },
      schema: {
        operationId: 'createQuote',
        summary: 'Create a quote',
        description:
          "Prices the customer's answers and returns a token that an offer redeems. A quote may lead " +
          'to several offers; how long it is valid is up to the product, 30 days unless it says otherwise.',
        tags: ['Sales'],
        body: named(createQuoteBody),
        response: { 200: named(quoteSchema), ...errorResponses(...quoteErrors) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const terms = await chooseTerms(deps.catalogue, caller, readTerms(request.body))
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
        receiptOf(reply, viewQuote),
      )
      return viewQuote(created)
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
