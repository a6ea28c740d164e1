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
import { createWebhookBody, newWebhookSchema, viewNewWebhook } from './webhook.ts'

export function addCreateWebhook(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/webhooks',
    {
      config: {
        access: 'shared',
        shownOnce: 'secret',
        refuses: [
          invalidMember('Members of the body are missing or not as described.', {
            code: 'required',
            field: 'url',
            rules: ['required'],
          }),
          urlNotAllowed,
          headerNotAllowed,
          tooManyWebhooks,
        ],
      },
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description:
          'An endpoint that is told of what happens from now on, in the mode of the key: an insurer of ' +
          'everything, a distributor of its own sales. Messages are signed by Standard Webhooks; the ' +
          'answer shows the secret, for the only time.\n\n' +
          'Each event is told at least once, those of one policy in their order unless one fails. What ' +
          'is not answered with 2xx within 15 seconds is tried again for three days, and can be sent ' +
          'again at any time.',
        tags: ['Management'],
        body: named(createWebhookBody),
        response: { 200: named(newWebhookSchema) },
      },
    },
    async (request, reply) => {
      const { url, description = '', events = [everyEvent], payload, legacy_headers } = request.body
      const order = {
        url,
        description,
        eventTypes: events,
        payload: payload === 'full' ? 'full' : 'thin',
        legacyHeaders: legacy_headers ?? null,
      } as const
      const replay = replayOf(reply, viewNewWebhook)
      return viewNewWebhook(await createWebhook(deps, callerOf(request), order, replay))
    },
  )
}
