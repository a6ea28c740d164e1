import { caseStates, caseSteps, searchCases } from '../../dunning/index.ts'
import { selectPolicyholders } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { listedDunningCaseExample } from './examples.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { filter, given, searchSchema } from '../query/sale-filters.ts'
import { readDays, termDayErrors } from '../query/term-days.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { viewPolicyholder } from '../wire/policyholder.ts'
import { listedDunningCaseSchema, viewDunningCase } from './dunning.ts'

const trueOrNot = 'true, or left out'

export function addSearchDunning(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/dunning',
    {
      config: {
        access: 'shared',
        refuses: [
          ...pageErrors,
          ...termDayErrors,
          tooLongParameter('state', 300),
          unknown('state', caseStates),
          unknown('step', caseSteps),
          wrongParameter.listed({
            label: 'not_true',
            when: '`lapse_unproven` has another value than `true`.',
            example: ['lapse_unproven', trueOrNot],
          }),
        ],
      },
      schema: {
        ...searchSchema('searchDunning', 'Search dunning cases', {
          state: filter(`One of ${caseStates.join(', ')}.`),
          step: filter(`One of ${caseSteps.join(', ')}.`),
          lapse_unproven: filter(
            '`true`: only lapses whose notice is not proven any more, and that wait for a decision.',
          ),
          policy_id: filter('Of this policy.'),
          product_id: filter('Of this product, by its id.'),
          from: filter('Overdue since this day or later.'),
          to: filter('Overdue since this day or earlier.'),
          ...pageParameters,
        }),
        response: {
          200: pageOf(listedDunningCaseSchema, 'A page of cases.', [listedDunningCaseExample]),
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const { account, livemode, limits } = callerOf(request)
      const page = readPage(query)
      const days = readDays(query)
      const wanted = {
        livemode,
        limits,
        insurerId: account.kind === 'insurer' ? account.id : null,
        soldBy: account.kind === 'distributor' ? account.id : null,
        state: oneOf('state', caseStates, given(query.state)),
        step: oneOf('step', caseSteps, given(query.step)),
        isLapseUnproven: readFlag(query.lapse_unproven),
        policyId: given(query.policy_id),
        productId: given(query.product_id),
        // A case counts from the day before.
        from: days.from?.subtract({ days: 1 }) ?? null,
        until: days.until?.subtract({ days: 1 }) ?? null,
      }
      const found = await searchCases(deps.db, wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      const policyIds = found.rows.map(({ policyId }) => policyId)
      const holders = await selectPolicyholders(deps.db, policyIds, deps.clock())
      return found.rows.map((one) => ({
        ...viewDunningCase(one, deps.links),
        ...viewPolicyholder(holders.get(one.policyId)),
      }))
    },
  )
}

function readFlag(written: string | undefined): boolean {
  if (given(written) === null) return false
  if (written !== 'true') throw wrongParameter('lapse_unproven', trueOrNot)
  return true
}

function unknown(name: 'state' | 'step', words: readonly string[]) {
  return wrongParameter.listed({
    label: `unknown_${name}`,
    when: `The ${name} is unknown.`,
    example: [name, `one of ${words.join(', ')}`],
  })
}

function oneOf<Word extends string>(
  name: string,
  words: readonly Word[],
  text: string | null,
): Word | null {
  if (text === null) return null
  const word = words.find((one) => one === text)
  if (word === undefined) throw wrongParameter(name, `one of ${words.join(', ')}`)
  return word
}
