import { releaseAddress, suppressionNotFound } from '../../../mail/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { suppressedAddressSchema, viewerOfSuppressions } from './suppressed-address.ts'

export function addReleaseAddress(app: App, deps: HttpDeps): void {
  app.delete(
    '/manage/suppressed_addresses/:suppressionId',
    {
      config: { access: 'manage', refuses: [suppressionNotFound] },
      schema: {
        operationId: 'releaseAddress',
        summary: 'Release an address',
        description:
          'Mails go to it again. Those that were parked meanwhile are sent when you send them ' +
          'again. The response shows the entry that was removed.',
        tags: ['Management'],
        params: Type.Object({ suppressionId: pathId('The entry of the list.', ids.suppression) }),
        response: { 200: named(suppressedAddressSchema) },
      },
    },
    async (request, reply) => {
      const view = viewerOfSuppressions(request)
      const { suppressionId } = request.params
      return view(
        await releaseAddress(deps, callerOf(request), suppressionId, replayOf(reply, view)),
      )
    },
  )
}
