import { parseDay, startOfDay } from '../../kernel/index.ts'
import {
  listedStates,
  reconciliationProblems,
  refusalOfAccepting,
  refusalOfReopening,
  searchReconciliation,
} from '../../payments/index.ts'
import { readRefusalAlone } from '../../approvals/index.ts'
import { viewAllowed } from '../access/allowed.ts'
import { ledgerOf } from '../accounting/report-day.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { filter, filterLengthMax, given, searchSchema } from '../query/sale-filters.ts'
import { reconciliationExample } from './examples.ts'
import { reconciliationItemSchema, viewItem } from './reconciliation.ts'

const stateWanted = `one of ${listedStates.join(', ')}`
const problemWanted = `one of ${reconciliationProblems.join(', ')}`
const dayWanted = 'a date such as 2028-10-31'

export function addSearchReconciliation(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/reconciliation',
    {
      config: {
        access: 'manage',
        refuses: [
          ...pageErrors,
          tooLongParameter('state', filterLengthMax),
          wrongParameter.listed({
            label: 'unknown_state',
            when: 'The state or the problem is unknown.',
            example: ['state', stateWanted],
          }),
          wrongParameter.listed({
            label: 'not_a_date',
            when: '`from` or `to` is not a valid date.',
            example: ['from', dayWanted],
          }),
        ],
      },
      schema: {
        ...searchSchema('searchReconciliation', 'Search money at payment providers', {
          provider: filter('At this provider.'),
          state: filter(`One of ${listedStates.join(', ')}.`),
          problem: filter(`How the sides differ: ${problemWanted}.`),
          payment_id: filter('Of this payment, with its refunds and disputes.'),
          from: filter('Booked on this day or later, in UTC, for example 2028-10-01.'),
          to: filter('Booked on this day or earlier, in UTC.'),
          ...pageParameters,
        }),
        response: {
          200: pageOf(reconciliationItemSchema, 'A page of rows.', reconciliationExample),
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const page = readPage(query)
      const to = readDay('to', query.to)?.add({ days: 1 }) ?? null
      const wanted = {
        ...ledgerOf(callerOf(request)),
        provider: given(query.provider),
        state: readOne('state', given(query.state), listedStates, stateWanted),
        problem: readOne('problem', given(query.problem), reconciliationProblems, problemWanted),
        paymentId: given(query.payment_id),
        from: startOf(readDay('from', query.from)),
        until: startOf(to),
      }
      const found = await searchReconciliation(deps.db, wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      const alone = await readRefusalAlone(deps.db, callerOf(request))
      return found.rows.map((item) => {
        const { currency } = item
        const money = { amount: Math.abs(item.difference), currency }
        const needed = alone({ kind: 'accepted_differences', money })
        const acts = {
          accept: ['acceptDifference', refusalOfAccepting(item) ?? needed],
          reopen: ['reopenDifference', refusalOfReopening(item)],
        } as const
        return { ...viewItem(item), allowed: viewAllowed(request, acts) }
      })
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

function readDay(name: string, written: string | undefined): Temporal.PlainDate | null {
  if (written === undefined) return null
  const day = parseDay(written)
  if (day === null) throw wrongParameter(name, dayWanted)
  return day
}

function startOf(day: Temporal.PlainDate | null): Temporal.Instant | null {
  return day === null ? null : startOfDay(day, 'UTC')
}
