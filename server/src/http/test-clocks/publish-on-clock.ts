import { Type } from '../wire/type.ts'
import { clockAdvancing, clockNotFound, publishOnClock } from '../../deadlines/index.ts'
import { isId } from '../../kernel/index.ts'
import { productVersionNotFound } from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { missingMember } from '../reasons.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { publishedClockExample } from './examples.ts'
import { clockSchema, publishOnClockBody, viewClock } from './test-clock.ts'

export function addPublishOnClock(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/clocks/:clockId/publish',
    {
      config: {
        access: 'manage',
        refuses: [
          missingMember('product_version_id'),
          productVersionNotFound,
          clockNotFound,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'publishOnClock',
        summary: 'Publish a version on a test clock',
        description:
          'Policies on the clock renew on this version from now on, as if it were the ' +
          'newest published one. It is visible on this clock only, so that you can test a ' +
          'draft over years before it goes on sale.',
        tags: ['Management'],
        params: Type.Object({ clockId: pathId('The clock.', ids.clock) }),
        body: named(publishOnClockBody),
        response: {
          200: exampled(named(clockSchema), 'The clock.', publishedClockExample),
        },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { product_version_id: named } = request.body
      const version = isId('prv', named) ? await deps.catalogue.version(named) : undefined
      if (version?.insurerId !== caller.account.id) throw productVersionNotFound(named)
      const publication = {
        id: request.params.clockId,
        productId: version.productId,
        versionId: version.id,
      }
      const replay = replayOf(reply, viewClock)
      return viewClock(await publishOnClock(deps, caller, publication, replay))
    },
  )
}
