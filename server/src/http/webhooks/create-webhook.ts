import {
  createWebhook,
  everyEvent,
  headerNotAllowed,
  tooManyWebhooks,
  urlNotAllowed,
} from '../../webhooks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invalidMember } from '../reasons.ts'
import { replayOf } from '../idempotency/replay.ts'
import { named } from '../wire/schema.ts'
import { assertMayReceive, wholeRecordsMasked } from './whole-records.ts'
import { createWebhookBody, newWebhookSchema, viewNewWebhook } from './webhook.ts'

export function addCreateWebhook(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/webhooks',
    {
      config: {
        access: 'shared',
        shownOnce: 'secret',
        refuses: [
          invalidMember('A member of the body is missing or invalid.', {
            code: 'required',
            field: 'url',
            rules: ['required'],
          }),
          urlNotAllowed,
          headerNotAllowed,
          tooManyWebhooks,
          wholeRecordsMasked,
        ],
      },
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description:
          'Creates an endpoint that receives events from now on, in the mode of the key: ' +
          'all events for an insurer, those of its own sales for a distributor. Messages ' +
          'are signed according to Standard Webhooks. The response contains the secret, ' +
          'which is shown only once.\n\nEach event is delivered at least once, those of ' +
          'one policy in order unless an attempt fails. A message that does not get a 2xx ' +
          'response within 15 seconds is tried again for three days, and can be sent again ' +
          'at any time.',
        tags: ['Management'],
        body: named(createWebhookBody),
        response: { 200: named(newWebhookSchema) },
      },
    },
    async (request, reply) => {
      const { url, description = '', events = [everyEvent], payload, legacy_headers } = request.body
      const webhook = {
        url,
        description,
        eventTypes: events,
        payload: payload === 'full' ? 'full' : 'thin',
        legacyHeaders: legacy_headers ?? null,
      } as const
      const caller = callerOf(request)
      assertMayReceive(caller, webhook.payload)
      const replay = replayOf(reply, viewNewWebhook)
      return viewNewWebhook(await createWebhook(deps, caller, webhook, replay))
    },
  )
}
