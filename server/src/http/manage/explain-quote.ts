import { type Static, Type } from 'typebox'
import {
  type ExplainedQuote,
  explainQuote,
  fillQuoteWorkbook,
  quoteOfPolicy,
} from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/examples/ids.ts'
import { anyObject, named, oneOf, pathId, text } from '../wire/schema.ts'
import { managementErrors, policyNotFound, quoteNotFound, quoteWithoutWorkbook } from './errors.ts'
import { explainedQuoteExample } from './examples/folder.ts'
import { quotesExample } from './examples/sales.ts'
import { outcomeSchema, viewOutcome, viewPremium } from './price-wire.ts'

export const explainedQuoteSchema = Type.Object(
  {
    quote_id: text('The quote.'),
    product_version_id: text('The version it was priced on.'),
    pricing_logic_revision_id: text('The revision it was priced by.'),
    kind: oneOf(['formula', 'workbook', 'http'], 'The kind of pricing.'),
    quoted_on: text('The day it was made, which is `today` to the pricing.'),
    quoted: anyObject('The premium as it was quoted, in whole minor units.'),
    is_same: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description:
        'Whether computing it again gives the very same. Null for an outside rater, which is not asked again.',
    }),
    recomputed: Type.Union([Type.Object(outcomeSchema), Type.Null()], {
      description: 'What comes out now, step by step.',
    }),
  },
  {
    $id: 'ExplainedQuote',
    description: 'A stored price and how it came about.',
    examples: [explainedQuoteExample],
  },
)

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function addExplainQuote(app: App, deps: HttpDeps): void {
  const config = { access: 'manage' } as const
  const tags = ['Management']
  const quoteId = pathId('The quote.', quotesExample[0]?.id ?? '')
  const description =
    'Computes it again from its revision and its answers, however old, with each step or cell.'
  app.get(
    '/manage/quotes/:quoteId/explanation',
    {
      config,
      schema: {
        operationId: 'explainQuote',
        summary: 'Explain the price of a quote',
        description,
        tags,
        params: Type.Object({ quoteId }),
        response: { 200: named(explainedQuoteSchema), ...managementErrors(quoteNotFound) },
      },
    },
    async (request) =>
      viewExplained(await explainQuote(deps, callerOf(request), request.params.quoteId)),
  )
  app.get(
    '/manage/policies/:policyId/explanation',
    {
      config,
      schema: {
        operationId: 'explainPolicy',
        summary: 'Explain the price of a policy',
        description,
        tags,
        params: Type.Object({ policyId: pathId('The policy or offer.', ids.policy) }),
        response: { 200: named(explainedQuoteSchema), ...managementErrors(policyNotFound) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const id = await quoteOfPolicy(deps.db, caller, request.params.policyId)
      return viewExplained(await explainQuote(deps, caller, id))
    },
  )
  app.get(
    '/manage/quotes/:quoteId/workbook',
    {
      config,
      schema: {
        operationId: 'fillQuoteWorkbook',
        summary: 'Get a quote as a filled workbook',
        description:
          'The very workbook that priced it, with its answers in the input cells. It opens in a ' +
          'spreadsheet program with the same result.',
        tags,
        params: Type.Object({ quoteId }),
        response: {
          200: {
            description: 'The workbook.',
            content: {
              [workbookType]: { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) },
            },
          },
          ...managementErrors(quoteNotFound, quoteWithoutWorkbook),
        },
      },
    },
    async (request, reply) => {
      const { quoteId: id } = request.params
      const file = await fillQuoteWorkbook(deps, callerOf(request), id)
      return reply
        .type(file.mediaType)
        .header('content-disposition', `attachment; filename="${id}.${file.extension}"`)
        .send(Buffer.from(file.bytes))
    },
  )
}

function viewExplained({
  quote,
  kind,
  recomputed,
}: ExplainedQuote): Static<typeof explainedQuoteSchema> {
  return {
    quote_id: quote.id,
    product_version_id: quote.productVersionId,
    pricing_logic_revision_id: quote.pricingRevisionId,
    kind,
    quoted_on: quote.quotedOn.toString(),
    quoted: viewPremium(quote.premium),
    is_same: recomputed?.isSame ?? null,
    recomputed: recomputed === null ? null : viewOutcome(recomputed.outcome),
  }
}
