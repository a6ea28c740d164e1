import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { whereWebhooksAre } from './where-webhooks-are.ts'

const words = {
  disable: {
    status: 'disabled',
    summary: 'Stop sending messages to a webhook',
    details: 'What happens meanwhile is kept for it, and sent once it is enabled again.',
    done: 'is disabled. What it misses is sent once it is enabled again.',
  },
  enable: {
    status: 'enabled',
    summary: 'Send messages to a webhook again',
    details: 'What it has missed since it was disabled is sent now.',
    done: 'is enabled. What it has missed is being sent.',
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
