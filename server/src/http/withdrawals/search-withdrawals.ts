import { declarationStates, searchDeclarations } from '../../withdrawals/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import {
  filter,
  filterLengthMax,
  given,
  productIdOf,
  scopeOf,
  searchSchema,
} from '../query/sale-filters.ts'
import { declaredWithdrawalSchema, viewerOfDeclarations } from './declared-withdrawal.ts'
import { declaredExample } from './examples.ts'

const stateWanted = `one of ${declarationStates.join(', ')}`

export function addSearchWithdrawals(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/withdrawals',
    {
      config: {
        access: 'manage',
        refuses: [
          ...pageErrors,
          tooLongParameter('state', filterLengthMax),
          wrongParameter.listed({
            label: 'unknown_state',
            when: 'The state is unknown.',
            example: ['state', stateWanted],
          }),
        ],
      },
      schema: {
        ...searchSchema('searchWithdrawals', 'Search withdrawals that customers have declared', {
          state: filter(`One of ${declarationStates.join(', ')}.`),
          product_id: filter('Declared on the page of this product, by its id or key.'),
          policy_id: filter('About this policy.'),
          ...pageParameters,
        }),
        response: {
          200: pageOf(declaredWithdrawalSchema, 'A page of withdrawals.', [declaredExample]),
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const caller = callerOf(request)
      const page = readPage(query)
      const wanted = given(query.state)
      const state = declarationStates.find((one) => one === wanted) ?? null
      if (wanted !== null && state === null) throw wrongParameter('state', stateWanted)
      const found = await searchDeclarations(
        deps,
        {
          ...scopeOf(caller),
          state,
          productId: await productIdOf(deps.db, caller, given(query.product_id)),
          policyId: given(query.policy_id),
        },
        page,
      )
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewerOfDeclarations(request))
    },
  )
}
