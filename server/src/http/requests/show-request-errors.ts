import type { Static } from 'typebox'
import { parseDay, startOfDay, timestamp, todayIn } from '../../kernel/index.ts'
import { errorsKeptDays, selectErrors, selectGaps } from '../../request-log/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { filter, filterLengthMax, given } from '../query/sale-filters.ts'
import { named, text, textOrNull, timestampText } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { requestErrorsExample } from './examples.ts'

const sinceDays = 7
const dayWanted = 'a date such as 2027-01-31'

export const requestErrorsSchema = Type.Object(
  {
    since: text('The first day in UTC.'),
    errors: Type.Array(
      Type.Object({
        method: text('The method.'),
        route: text('The route, without its values.'),
        status: Type.Integer({ description: 'The status of the answers.' }),
        code: textOrNull('The code of the error; null for none.'),
        times: Type.Integer({ description: 'How often.' }),
        last_at: timestampText('When it was answered last.'),
        last_request_id: text('The last request, for `GET /manage/requests?request_id=`.'),
      }),
      { description: 'The most frequent first, at most 200.' },
    ),
    gaps: Type.Array(
      Type.Object({
        from: timestampText('Since when.'),
        until: timestampText('Until when.'),
        dropped: Type.Integer({ description: 'How many requests of all accounts are missing.' }),
      }),
      { description: 'When requests were not written down, newest first.' },
    ),
  },
  {
    $id: 'RequestErrors',
    description: 'Errors of requests by what they have in common.',
    examples: [requestErrorsExample],
  },
)

export function addShowRequestErrors(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/requests/errors',
    {
      config: {
        access: 'manage',
        refuses: [
          tooLongParameter('since', filterLengthMax),
          wrongParameter.listed({
            label: 'not_a_date',
            when: '`since` is no date.',
            example: ['since', dayWanted],
          }),
        ],
      },
      schema: {
        operationId: 'showRequestErrors',
        summary: 'View errors of requests',
        description:
          `How often which route answered which error, for at most ${errorsKeptDays} days, and ` +
          'when requests were not written down.',
        tags: ['Management'],
        querystring: Type.Object({
          since: filter(`The first day in UTC; ${sinceDays} days ago by default.`),
        }),
        response: { 200: named(requestErrorsSchema) },
      },
    },
    async (request): Promise<Static<typeof requestErrorsSchema>> => {
      const { account, livemode } = callerOf(request)
      const asked = given(request.query.since)
      const since =
        asked === null
          ? todayIn('UTC', deps.clock()).subtract({ days: sinceDays })
          : parseDay(asked)
      if (since === null) throw wrongParameter('since', dayWanted)
      const [errors, gaps] = await Promise.all([
        selectErrors(deps.db, { insurerId: account.id, livemode }, since),
        selectGaps(deps.db, startOfDay(since, 'UTC')),
      ])
      return {
        since: since.toString(),
        errors: errors.map((one) => ({
          method: one.method,
          route: one.route,
          status: one.status,
          code: one.code === '' ? null : one.code,
          times: one.times,
          last_at: timestamp(one.lastAt),
          last_request_id: one.lastRequestId,
        })),
        gaps: gaps.map(({ from, until, dropped }) => ({
          from: timestamp(from),
          until: timestamp(until),
          dropped,
        })),
      }
    },
  )
}
