import { Type } from '../wire/type.ts'
import { listWebhooks } from '../../webhooks/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { shownWebhookExample } from './examples.ts'
import { viewWebhookFor, webhookSchema } from './webhook.ts'

export function addListWebhooks(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/webhooks',
    {
      config: { access: 'shared', refuses: [] },
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'Your webhooks in the mode of the key, newest first.',
        tags: ['Management'],
        response: {
          200: exampled(Type.Array(named(webhookSchema)), 'The webhooks.', [shownWebhookExample]),
        },
      },
    },
    async (request) => {
      const webhooks = await listWebhooks(deps.db, callerOf(request))
      return webhooks.map((webhook) => viewWebhookFor(request, webhook))
    },
  )
}
