import { rotateWebhookSecret, webhookNotFound } from '../../webhooks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invalidMember } from '../reasons.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { rotatedWebhookExample } from './examples.ts'
import {
  newWebhookSchema,
  overlapHoursDefault,
  rotateWebhookBody,
  viewNewWebhook,
  webhookParams,
} from './webhook.ts'

export function addRotateWebhook(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/webhooks/:webhookId/rotate',
    {
      config: {
        access: 'shared',
        shownOnce: 'secret',
        refuses: [
          invalidMember('`overlap_hours` is too large.', {
            code: 'invalid_value',
            field: 'overlap_hours',
            rules: ['max'],
            params: { max: ['720'] },
          }),
          webhookNotFound,
        ],
      },
      schema: {
        operationId: 'rotateWebhook',
        summary: 'Rotate the secret of a webhook',
        description:
          'Creates a new secret. During the overlap messages are signed with both secrets. ' +
          'A secret that is still in the overlap of an earlier rotation ends at once.',
        tags: ['Management'],
        params: webhookParams,
        body: named(rotateWebhookBody),
        response: {
          200: exampled(
            named(newWebhookSchema),
            'The webhook with its new secret.',
            rotatedWebhookExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const overlapHours = request.body.overlap_hours ?? overlapHoursDefault
      const rotation = { id: request.params.webhookId, overlapHours }
      const replay = replayOf(reply, viewNewWebhook)
      return viewNewWebhook(await rotateWebhookSecret(deps, callerOf(request), rotation, replay))
    },
  )
}
