import {
  type Dispute,
  answerableStates,
  disputeStates,
  searchDisputes,
} from '../../payments/index.ts'
import { selectPolicyholders } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { filter, filterLengthMax, given, scopeOf, searchSchema } from '../query/sale-filters.ts'
import { disputeSchema, viewDispute } from './dispute.ts'
import { disputeExample } from './examples.ts'

const stateWanted = `one of ${disputeStates.join(', ')}`
const trueOrNot = 'true, or left out'

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
          wrongParameter.listed({
            label: 'not_true',
            when: '`to_answer` has another value than `true`.',
            example: ['to_answer', trueOrNot],
          }),
        ],
      },
      schema: {
        ...searchSchema('searchDisputes', 'Search disputes', {
          state: filter(`One of ${disputeStates.join(', ')}.`),
          to_answer: filter('`true`: only disputes that wait for your evidence.'),
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
        states: statesOf(known, readToAnswer(query.to_answer)),
        policyId: given(query.policy_id),
        paymentId: given(query.payment_id),
      }
      const found = await searchDisputes(deps.db, wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      const policyIds = found.rows.map(({ policyId }) => policyId)
      const holders = await selectPolicyholders(deps.db, policyIds, deps.clock())
      return found.rows.map((one) => viewDispute(one, holders.get(one.policyId)))
    },
  )
}

function readToAnswer(written: string | undefined): boolean {
  if (given(written) === null) return false
  if (written !== 'true') throw wrongParameter('to_answer', trueOrNot)
  return true
}

function statesOf(
  state: Dispute['state'] | undefined,
  isToAnswer: boolean,
): readonly Dispute['state'][] | null {
  if (!isToAnswer) return state === undefined ? null : [state]
  return answerableStates.filter((one) => state === undefined || one === state)
}
