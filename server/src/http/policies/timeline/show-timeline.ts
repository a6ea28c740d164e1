import { Type } from '../../wire/type.ts'
import { momentOf } from '../../../deadlines/index.ts'
import { invalidData, timestamp } from '../../../kernel/index.ts'
import { historyLanguage, readTimeline } from '../../../management/index.ts'
import { findPolicy } from '../../../policies/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { preferredLanguages } from '../../headers/preferred-languages.ts'
import { masksFor } from '../../masks/mask-answers.ts'
import { invalidMember } from '../../reasons.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { unknownPolicy } from '../policy-summary.ts'
import { parseMoment, wrong } from '../point-of-view.ts'
import { policyTimelineSchema, viewTimeline } from './timeline.ts'

export function addShowTimeline(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/policies/:policyId/timeline',
    {
      config: {
        access: 'manage',
        refuses: [
          unknownPolicy,
          invalidMember('`known_at` is not a timestamp in the past.', {
            code: 'invalid_value',
            field: 'known_at',
            rules: ['iso_datetime'],
          }),
        ],
      },
      schema: {
        operationId: 'showTimeline',
        summary: 'View the timeline of a policy',
        description:
          'All days of a policy in segments with the same data and price, its terms, and its ' +
          'versions with what each replaced and charged. With `known_at`, as it was known at a ' +
          'time in the past.',
        tags: ['Management'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        querystring: Type.Object({
          known_at: Type.Optional(
            Type.String({
              maxLength: 100,
              description:
                'A time in the past, such as `2029-01-15T12:00:00Z`: transactions requested ' +
                'later are left out. Now by default.',
            }),
          ),
        }),
        response: { 200: named(policyTimelineSchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const policy = await findPolicy(deps.db, caller, request.params.policyId, deps.clock())
      const { now } = await momentOf(deps.db, deps.clock, policy)
      const knownAt = readKnownAt(request.query.known_at, now)
      const version = await deps.catalogue.version(policy.productVersionId)
      if (version === undefined) throw new Error(`${policy.id} was sold on no version`)
      return viewTimeline(policy, knownAt, await readTimeline(deps, policy, knownAt), {
        language: historyLanguage(preferredLanguages(request)),
        definition: version.definition,
        marks: await masksFor(deps, caller, policy),
      })
    },
  )
}

function readKnownAt(text: string | undefined, now: Temporal.Instant): Temporal.Instant {
  if (text === undefined) return now
  const moment = parseMoment(text)
  if (moment === null) throw invalidData([wrong('known_at', 'iso_datetime')], null)
  if (Temporal.Instant.compare(moment, now) <= 0) return moment
  throw invalidData([wrong('known_at', 'before_or_equal', timestamp(now))], null)
}
