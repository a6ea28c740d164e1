import { Type } from '../wire/type.ts'
import { type FieldError, invalidData, parseDay, timestamp } from '../../kernel/index.ts'
import { momentOf as momentOnClock } from '../../deadlines/index.ts'
import { type PointOfView, findPolicy, policyAsOf, policyNotFound } from '../../policies/index.ts'
import { assertPageAllowed } from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import { readsCookies } from '../access/person.ts'
import { allowedOnPolicy } from './allowed-on-policy.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invalidMember, needsSecretKey } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { anyPolicySchema } from './policy.ts'
import { parseMoment, wrong } from './point-of-view.ts'
import { pathId } from '../wire/schema.ts'
import { viewPublicPolicy } from './view-policy.ts'
import { showWholePolicy } from './whole-policy.ts'

export function addShowPolicy(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId',
    {
      config: {
        access: 'key',
        version: 2,
        hasETag: true,
        refuses: [
          policyNotFound,
          invalidMember(
            '`as_of` is not a valid date, or `known_at` is not a timestamp in the past.',
            {
              code: 'invalid_value',
              field: 'as_of',
              rules: ['iso_date'],
            },
          ),
          needsSecretKey.listed({ when: '`as_of` or `known_at` was sent with a public key.' }),
        ],
      },
      schema: {
        operationId: 'showPolicy',
        summary: 'View a policy',
        description:
          'A secret key gets the whole policy (`Policy`) with its version as `ETag`, a ' +
          'public key only the public part (`PublicPolicy`). Unpaid offers can be viewed ' +
          'too.\n\nA secret key can also view the policy as of another day, and as it was ' +
          'known at a time in the past, without transactions requested later. Such a view ' +
          'has no `ETag`.\n\n`_links` of the whole policy contain the transactions that ' +
          'are possible now: `endorsement` is a `PATCH` of the policy, `cancel`, `move_end` ' +
          'and `reactivate` are a `POST`. `preview` shows the effect of a transaction before ' +
          'you request it.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        querystring: Type.Object({
          as_of: Type.Optional(
            Type.String({
              maxLength: 100,
              description:
                'Shows the data, price and status of this day, such as `2029-03-01`. A day ' +
                'before the first or after the last day of cover shows that day instead.',
            }),
          ),
          known_at: Type.Optional(
            Type.String({
              maxLength: 100,
              description:
                'A time in the past, such as `2029-01-15T12:00:00Z`: transactions ' +
                'requested later are left out. Before the offer was created, there is no ' +
                'policy.',
            }),
          ),
        }),
        response: { 200: anyPolicySchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { policyId } = request.params
      const { query } = request
      const isAsked = query.as_of !== undefined || query.known_at !== undefined
      if (isAsked && caller.keyKind === 'public') throw needsSecretKey()
      const found = await findPolicy(deps.db, caller, policyId, deps.clock())
      const { now } = await momentOnClock(deps.db, deps.clock, found)
      const asked = readPointOfView(query, now)
      await assertPageAllowed(deps.catalogue, caller, found)
      if (caller.keyKind === 'public') return viewPublicPolicy(found, now, deps.links)
      const policy = asked === null ? found : await policyAsOf(deps.db, found, asked)
      if (asked === null) reply.header('etag', `"${policy.versionId}"`)
      const shown = await showWholePolicy(deps, caller, policy, now, asked)
      if (asked !== null || !readsCookies(request.routeOptions.url)) return shown
      return { ...shown, allowed: await allowedOnPolicy(deps, request, policy, now) }
    },
  )
}

/** Null for the policy as it is now. Throws all errors at once. */
function readPointOfView(
  query: { readonly as_of?: string; readonly known_at?: string },
  now: Temporal.Instant,
): PointOfView | null {
  if (query.as_of === undefined && query.known_at === undefined) return null
  const day = query.as_of === undefined ? null : parseDay(query.as_of)
  const moment = query.known_at === undefined ? now : parseMoment(query.known_at)
  const isToCome = moment !== null && Temporal.Instant.compare(moment, now) > 0
  const errors: FieldError[] = [
    ...(day === null && query.as_of !== undefined ? [wrong('as_of', 'iso_date')] : []),
    ...(moment === null ? [wrong('known_at', 'iso_datetime')] : []),
    ...(isToCome ? [wrong('known_at', 'before_or_equal', timestamp(now))] : []),
  ]
  if (errors.length > 0 || moment === null) throw invalidData(errors, null)
  return { day, knownAt: moment }
}
