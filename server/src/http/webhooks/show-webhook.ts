import { findWebhook, webhookNotFound } from '../../webhooks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { shownWebhookExample } from './examples.ts'
import { viewWebhookFor, webhookParams, webhookSchema } from './webhook.ts'

export function addShowWebhook(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/webhooks/:webhookId',
    {
      config: { access: 'shared', refuses: [webhookNotFound] },
      schema: {
        operationId: 'showWebhook',
        summary: 'View a webhook',
        description: 'The settings and the status of a webhook.',
        tags: ['Management'],
        params: webhookParams,
        response: { 200: exampled(named(webhookSchema), 'The webhook.', shownWebhookExample) },
      },
    },
    async (request) => {
      const webhook = await findWebhook(deps.db, callerOf(request), request.params.webhookId)
      return viewWebhookFor(request, webhook)
    },
  )
}
