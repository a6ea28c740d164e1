import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { assertMeant } from '../../meant.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { whereWebhooksAre } from './where-webhooks-are.ts'

export function addWebhooksDelete(webhooks: Command): void {
  addCommand(webhooks, 'delete <webhook-id>', {
    summary: 'Delete a webhook with its secret and its undelivered messages',
    details: 'Asks for confirmation. Cannot be undone; to pause messages, use disable.',
    examples: ['bindery webhooks delete whk_01a1dd4f990214706f9ece885eea'],
  })
    .option('--yes', 'do not ask')
    .action(action(remove))
}

async function remove(
  { options, output, server }: Work<{ readonly yes?: boolean }>,
  webhookId: string,
): Promise<void> {
  const { webhooks } = (await server()).client.manage
  const { url } = await ifNotFound(webhooks.show(webhookId), whereWebhooksAre)
  await assertMeant(
    `Deleting ${webhookId} (${url}) deletes its secret and its undelivered messages.`,
    options.yes === true,
  )
  const webhook = await ifNotFound(webhooks.delete(webhookId), whereWebhooksAre)
  output.show(webhook, (paint) => [`${paint.green('✓')} ${webhook.id} is deleted.`])
}
