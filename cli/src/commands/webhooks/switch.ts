import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { whereWebhooksAre } from './where-webhooks-are.ts'

const words = {
  disable: {
    status: 'disabled',
    summary: 'Stop sending messages to a webhook',
    details: 'Events are kept meanwhile and sent once the webhook is enabled again.',
    done: 'is disabled. Events are kept and sent once it is enabled again.',
  },
  enable: {
    status: 'enabled',
    summary: 'Resume sending messages to a webhook',
    details: 'Events since it was disabled are sent now.',
    done: 'is enabled. Missed events are being sent.',
  },
} as const

/** Adds `disable` or `enable`. */
export function addWebhooksSwitch(webhooks: Command, name: keyof typeof words): void {
  const { status, summary, details, done } = words[name]
  addCommand(webhooks, `${name} <webhook-id>`, {
    summary,
    details,
    examples: [`bindery webhooks ${name} whk_01a1dd4f990214706f9ece885eea`],
  }).action(
    action(async ({ output, server }: Work<object>, webhookId: string) => {
      const { client } = await server()
      const change = client.manage.webhooks.change(webhookId, { status })
      const webhook = await ifNotFound(change, whereWebhooksAre)
      output.show(webhook, (paint) => [`${paint.green('✓')} ${webhook.url} ${done}`])
    }),
  )
}
