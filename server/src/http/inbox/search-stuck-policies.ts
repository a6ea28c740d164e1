import { findStuckPolicies } from '../../inbox/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { scopeOf, searchSchema } from '../query/sale-filters.ts'
import { stuckPolicyExample, stuckPolicySchema, viewStuckPolicy } from './stuck-policy.ts'

export function addSearchStuckPolicies(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/stuck_policies',
    {
      config: { access: 'manage', refuses: pageErrors },
      schema: {
        ...searchSchema('searchStuckPolicies', 'List policies that are stuck', pageParameters),
        description:
          'Policies of which something due failed, such as an invoice, a renewal or a dunning ' +
          'step. It is tried again by itself, with growing pauses. Newest policy first. The ' +
          'header `Link` has the next and previous page.',
        response: {
          200: pageOf(stuckPolicySchema, 'A page of policies.', [stuckPolicyExample]),
        },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query)
      const found = await findStuckPolicies(deps.db, scopeOf(callerOf(request)), page)
      const rows = found.rows.map(viewStuckPolicy)
      addPageLinks(request, reply, page, { ...found, rows }, deps.publicUrl)
      return rows
    },
  )
}
