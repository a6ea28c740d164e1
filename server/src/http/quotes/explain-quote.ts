import { explainQuote } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
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
        response: { 200: named(explainedQuoteSchema) },
      },
    },
    async (request) =>
      viewExplained(await explainQuote(deps, callerOf(request), request.params.quoteId)),
  )
}
