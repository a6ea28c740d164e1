import { refusalOfRelease, searchHolds } from '../../dunning/index.ts'
import { selectPolicyholders } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { listedDunningHoldExample } from './examples.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { filter, given, scopeOf, searchSchema } from '../query/sale-filters.ts'
import { tooLongParameter } from '../query/reasons.ts'
import { viewPolicyholder } from '../wire/policyholder.ts'
import { listedDunningHoldSchema, viewDunningHold } from './dunning.ts'

export function addListHolds(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/dunning/holds',
    {
      config: { access: 'manage', refuses: [...pageErrors, tooLongParameter('policy_id', 300)] },
      schema: {
        ...searchSchema('listHolds', 'List dunning holds', {
          policy_id: filter('Of this policy.'),
          product_id: filter('Of this product, by its id.'),
          ...pageParameters,
        }),
        response: {
          200: pageOf(listedDunningHoldSchema, 'A page of holds.', [listedDunningHoldExample]),
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const page = readPage(query)
      const wanted = {
        ...scopeOf(callerOf(request)),
        policyId: given(query.policy_id),
        productId: given(query.product_id),
      }
      const found = await searchHolds(deps.db, wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      const policyIds = found.rows.flatMap(({ policyId }) => policyId ?? [])
      const holders = await selectPolicyholders(deps.db, policyIds, deps.clock())
      return found.rows.map((hold) => {
        const acts = { release: ['releaseHold', refusalOfRelease(hold)] } as const
        const { productId, policyId } = hold
        const holder = policyId === null ? undefined : holders.get(policyId)
        const sale = productId === null ? null : { productId, distributorId: null }
        return {
          ...viewDunningHold(hold),
          ...viewPolicyholder(holder),
          allowed: viewAllowed(request, acts, sale),
        }
      })
    },
  )
}
