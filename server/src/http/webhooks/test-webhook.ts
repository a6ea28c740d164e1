import { testWebhook, webhookNotFound } from '../../webhooks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { named } from '../wire/schema.ts'
import { testAnswerSchema, viewTestAnswer, webhookParams } from './webhook.ts'

export function addTestWebhook(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/webhooks/:webhookId/test',
    {
      config: { access: 'shared', isRepeatable: true, refuses: [webhookNotFound] },
      schema: {
        operationId: 'testWebhook',
        summary: 'Test a webhook',
        description:
          'Sends the endpoint an event `webhook.test` without content, and returns the ' +
          'result. There is one attempt only, also if the webhook is disabled.',
        tags: ['Management'],
        params: webhookParams,
        response: { 200: named(testAnswerSchema) },
      },
    },
    async (request) =>
      viewTestAnswer(await testWebhook(deps, callerOf(request), request.params.webhookId)),
  )
}
