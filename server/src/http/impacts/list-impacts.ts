import { Type } from '../wire/type.ts'
import { selectImpacts } from '../../impacts/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { impactSummaryExample } from './examples.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { filter, filterLengthMax, given, productIdOf, scopeOf } from '../query/sale-filters.ts'
import { tooLongParameter } from '../query/reasons.ts'
import { impactSummarySchema, viewImpactSummary } from './impact.ts'

export function addListImpacts(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/impacts',
    {
      config: {
        access: 'manage',
        refuses: [...pageErrors, tooLongParameter('product_id', filterLengthMax)],
      },
      schema: {
        operationId: 'listImpacts',
        summary: 'List impact analyses',
        description:
          'The impact analyses in the mode of the key, newest first. The header `Link` has ' +
          'the next and previous page.',
        tags: ['Management'],
        querystring: Type.Object({
          product_id: filter('Of this product, by its id or key.'),
          ...pageParameters,
        }),
        response: {
          200: pageOf(impactSummarySchema, 'A page of impact analyses.', [impactSummaryExample]),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const page = readPage(request.query)
      const productId = await productIdOf(deps.db, caller, given(request.query.product_id))
      const found = await selectImpacts(deps.db, { ...scopeOf(caller), productId }, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewImpactSummary)
    },
  )
}
