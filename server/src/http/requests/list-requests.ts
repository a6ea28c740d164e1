import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import { type LoggedRequest, requestsKeptDays, searchRequests } from '../../request-log/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { pageOf } from '../query/page.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { filter, filterLengthMax, given } from '../query/sale-filters.ts'
import { text, textOrNull, timestampText } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { loggedRequestExample } from './examples.ts'

const limitDefault = 50
const limitMax = 1_000
const limitWanted = `a whole number from 1 to ${limitMax}`
const placeWanted = 'the id of a row'
const trueOrNot = '`true`, or left out'

export const loggedRequestSchema = Type.Object(
  {
    id: text('The place of the row, by which the next page begins.'),
    request_id: text('As the answer said it in `X-Request-Id`.'),
    account_id: text('The account that called: yours, or a distributor of yours.'),
    actor_id: text('The key or the person.'),
    method: text('The method.'),
    route: text('The route, without its values.'),
    status: Type.Integer({ description: 'The status of the answer.' }),
    code: textOrNull('The code of the error; null where there was none.'),
    duration_ms: Type.Integer({ description: 'How long the answer took, in milliseconds.' }),
    answered_at: timestampText('When it was answered.'),
  },
  {
    $id: 'LoggedRequest',
    description: 'A request that was answered, without its body and its values.',
    examples: [loggedRequestExample],
  },
)

export function addListRequests(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/requests',
    {
      config: {
        access: 'manage',
        refuses: [
          tooLongParameter('route', filterLengthMax),
          wrongParameter.listed({
            label: 'limit',
            when: '`limit` is out of range.',
            example: ['limit', limitWanted],
          }),
          wrongParameter.listed({
            label: 'unknown_place',
            when: '`starting_after` is no id of a row.',
            example: ['starting_after', placeWanted],
          }),
          wrongParameter.listed({
            label: 'not_true',
            when: '`errors` has another value than `true`.',
            example: ['errors', trueOrNot],
          }),
        ],
      },
      schema: {
        operationId: 'listRequests',
        summary: 'List requests',
        description:
          `Requests of your account and your distributors, newest first, of ${requestsKeptDays} ` +
          'days. They are written down in batches a moment after their answers; where that is too ' +
          'slow some are left out, and `/manage/requests/errors` says so. The header `Link` has the ' +
          'next page.',
        tags: ['Management'],
        querystring: Type.Object({
          request_id: filter('This request exactly.'),
          actor_id: filter('Of this key or person.'),
          route: filter('Of this route exactly, such as `/policies/:policyId`.'),
          code: filter('With this error.'),
          errors: filter('`true`: only requests that were refused or failed.'),
          limit: Type.Optional(
            Type.String({
              description: `Rows per page, 1 to ${limitMax}; ${limitDefault} by default.`,
            }),
          ),
          starting_after: filter('The id after which the page begins, with older rows.'),
        }),
        response: {
          200: pageOf(loggedRequestSchema, 'A page of requests.', [loggedRequestExample]),
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const { account, livemode } = callerOf(request)
      const limit = query.limit === undefined ? limitDefault : Number(query.limit)
      if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) {
        throw wrongParameter('limit', limitWanted)
      }
      const errors = given(query.errors)
      if (errors !== null && errors !== 'true') throw wrongParameter('errors', trueOrNot)
      const wanted = {
        insurerId: account.id,
        livemode,
        requestId: given(query.request_id),
        actorId: given(query.actor_id),
        route: given(query.route),
        code: given(query.code),
        isError: errors !== null,
      }
      const page = { after: readPlace(given(query.starting_after)), limit: limit + 1 }
      const found = await searchRequests(deps.db.reads, wanted, page)
      const rows = found.slice(0, limit)
      const last = rows.at(-1)
      if (found.length > limit && last !== undefined) {
        const url = new URL(request.url, deps.publicUrl)
        url.searchParams.set('starting_after', last.id)
        reply.header('link', `<${deps.publicUrl}${url.pathname}${url.search}>; rel="next"`)
      }
      return rows.map(viewRequest)
    },
  )
}

function readPlace(text: string | null): number | null {
  if (text === null) return null
  const place = /^\d{1,15}$/.test(text) ? Number(text) : null
  if (place === null) throw wrongParameter('starting_after', placeWanted)
  return place
}

function viewRequest(
  one: LoggedRequest & { readonly id: string },
): Static<typeof loggedRequestSchema> {
  return {
    id: one.id,
    request_id: one.requestId,
    account_id: one.accountId,
    actor_id: one.actorId,
    method: one.method,
    route: one.route,
    status: one.status,
    code: one.code,
    duration_ms: one.durationMs,
    answered_at: timestamp(one.answeredAt),
  }
}
