import { Type } from '../wire/type.ts'
import { explainQuote, quoteOfPolicy } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { masksFor } from '../masks/mask-answers.ts'
import { named, pathId } from '../wire/schema.ts'
import { explainedQuoteSchema, explanation, viewExplained } from '../quotes/explained-quote.ts'
import { unknownPolicy } from './policy-summary.ts'

export function addExplainPolicy(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/policies/:policyId/explanation',
    {
      config: { access: 'manage', refuses: [unknownPolicy] },
      schema: {
        operationId: 'explainPolicy',
        summary: 'Explain the price of a policy',
        description: explanation,
        tags: ['Management'],
        params: Type.Object({ policyId: pathId('The policy or offer.', ids.policy) }),
        response: { 200: named(explainedQuoteSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const id = await quoteOfPolicy(deps, caller, request.params.policyId)
      const explained = await explainQuote(deps, caller, id)
      return viewExplained(explained, await masksFor(deps, caller, explained.quote))
    },
  )
}
