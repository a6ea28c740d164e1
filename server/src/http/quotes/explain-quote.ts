import { explainQuote } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { masksFor } from '../masks/mask-answers.ts'
import { explainedQuoteExample } from '../products/folders/examples.ts'
import { allAllowed } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { explainedQuoteSchema, explanation, viewExplained, quoteParams } from './explained-quote.ts'
import { quoteNotFound } from '../../quotes/index.ts'

export function addExplainQuote(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/quotes/:quoteId/explanation',
    {
      config: { access: 'manage', refuses: [quoteNotFound] },
      schema: {
        operationId: 'explainQuote',
        summary: 'Explain the price of a quote',
        description: explanation,
        tags: ['Management'],
        params: quoteParams,
        response: {
          200: exampled(named(explainedQuoteSchema), 'The price.', {
            ...explainedQuoteExample,
            allowed: allAllowed('reveal'),
          }),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const explained = await explainQuote(deps, caller, request.params.quoteId)
      const acts = { reveal: ['revealQuoteField', null] } as const
      return {
        ...viewExplained(explained, await masksFor(deps, caller, explained.quote)),
        allowed: viewAllowed(request, acts),
      }
    },
  )
}
