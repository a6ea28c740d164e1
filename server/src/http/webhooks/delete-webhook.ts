import { deleteWebhook, webhookNotFound } from '../../webhooks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { named } from '../wire/schema.ts'
import { viewWebhook, webhookParams, webhookSchema } from './webhook.ts'

export function addDeleteWebhook(app: App, deps: HttpDeps): void {
  app.delete(
    '/manage/webhooks/:webhookId',
    {
      config: { access: 'shared', refuses: [webhookNotFound] },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description:
          'The endpoint receives no more events. Waiting deliveries and its secrets are ' +
          'deleted. The response shows the deleted webhook.',
        tags: ['Management'],
        params: webhookParams,
        response: { 200: named(webhookSchema) },
      },
    },
    async (request, reply) => {
      const replay = replayOf(reply, viewWebhook)
      const { webhookId } = request.params
      return viewWebhook(await deleteWebhook(deps, callerOf(request), webhookId, replay))
    },
  )
}
