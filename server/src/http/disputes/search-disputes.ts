import { disputeStates, searchDisputes } from '../../payments/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { filter, filterLengthMax, given, scopeOf, searchSchema } from '../query/sale-filters.ts'
import { disputeSchema, viewDispute } from './dispute.ts'
import { disputeExample } from './examples.ts'

const stateWanted = `one of ${disputeStates.join(', ')}`

export function addSearchDisputes(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/disputes',
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
        ...searchSchema('searchDisputes', 'Search disputes', {
          state: filter(`One of ${disputeStates.join(', ')}.`),
          policy_id: filter('Of this policy.'),
          payment_id: filter('Of this payment.'),
          ...pageParameters,
        }),
        response: { 200: pageOf(disputeSchema, 'A page of disputes.', [disputeExample]) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const page = readPage(query)
      const state = given(query.state)
      const known = disputeStates.find((one) => one === state)
      if (state !== null && known === undefined) throw wrongParameter('state', stateWanted)
      const wanted = {
        ...scopeOf(callerOf(request)),
        states: known === undefined ? null : [known],
        policyId: given(query.policy_id),
        paymentId: given(query.payment_id),
      }
      const found = await searchDisputes(deps.db, wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewDispute)
    },
  )
}
