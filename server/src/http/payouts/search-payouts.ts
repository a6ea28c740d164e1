import { payoutProblems, payoutStates, searchPayouts } from '../../payments/index.ts'
import { readRefusalAlone } from '../../approvals/index.ts'
import { selectPolicyholders } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { filter, given, scopeOf, searchSchema } from '../query/sale-filters.ts'
import { payoutsExample } from './examples.ts'
import { shownPayoutSchema, viewShownPayout } from './payout.ts'

const stateWanted = `one of ${payoutStates.join(', ')}`
const problemWanted = `one of ${payoutProblems.join(', ')}`

export function addSearchPayouts(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/payouts',
    {
      config: {
        access: 'manage',
        refuses: [
          ...pageErrors,
          tooLongParameter('state', 300),
          wrongParameter.listed({
            label: 'unknown_state',
            when: 'The state or the problem is unknown.',
            example: ['state', stateWanted],
          }),
        ],
      },
      schema: {
        ...searchSchema('searchPayouts', 'Search payouts', {
          state: filter(`One of ${payoutStates.join(', ')}.`),
          problem: filter(`Whose last transfer did not arrive: ${problemWanted}.`),
          policy_id: filter('Of this policy.'),
          batch_id: filter('In this batch for the bank.'),
          ...pageParameters,
        }),
        response: { 200: pageOf(shownPayoutSchema, 'A page of payouts.', payoutsExample) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const caller = callerOf(request)
      const page = readPage(query)
      const wanted = {
        ...scopeOf(caller),
        state: readOne('state', given(query.state), payoutStates, stateWanted),
        problem: readOne('problem', given(query.problem), payoutProblems, problemWanted),
        policyId: given(query.policy_id),
        batchId: given(query.batch_id),
      }
      const [found, alone] = await Promise.all([
        searchPayouts(deps.db, wanted, page),
        readRefusalAlone(deps.db, caller),
      ])
      addPageLinks(request, reply, page, found, deps.publicUrl)
      const policyIds = found.rows.map(({ policyId }) => policyId)
      const holders = await selectPolicyholders(deps.db, policyIds, deps.clock())
      return found.rows.map((payout) =>
        viewShownPayout(request, payout, alone, holders.get(payout.policyId)),
      )
    },
  )
}

function readOne<Value extends string>(
  name: string,
  written: string | null,
  values: readonly Value[],
  wanted: string,
): Value | null {
  const value = values.find((one) => one === written) ?? null
  if (written !== null && value === null) throw wrongParameter(name, wanted)
  return value
}
