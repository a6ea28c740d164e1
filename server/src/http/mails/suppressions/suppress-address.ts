import { addressAlreadySuppressed, suppressAddress } from '../../../mail/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { invalidMember } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { suppressedAddressExample } from './examples.ts'
import {
  suppressAddressBody,
  suppressedAddressSchema,
  viewerOfSuppressions,
} from './suppressed-address.ts'

export function addSuppressAddress(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/suppressed_addresses',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`address` is missing or no e-mail address.', {
            code: 'required',
            field: 'address',
            rules: ['required'],
          }),
          addressAlreadySuppressed,
        ],
      },
      schema: {
        operationId: 'suppressAddress',
        summary: 'Suppress an address',
        description:
          'No mail goes to it until it is released. A mail that is to be sent to it is parked, ' +
          'and says so.',
        tags: ['Management'],
        body: named(suppressAddressBody),
        response: {
          201: exampled(named(suppressedAddressSchema), 'The entry.', suppressedAddressExample),
        },
      },
    },
    async (request, reply) => {
      const { address, note = null } = request.body
      const view = viewerOfSuppressions(request)
      const replay = replayOf(reply, view, 201)
      const suppressed = await suppressAddress(deps, callerOf(request), { address, note }, replay)
      return reply.code(201).send(view(suppressed))
    },
  )
}
