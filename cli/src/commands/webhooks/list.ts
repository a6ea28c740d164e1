import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeWebhooks } from '../../output/webhooks.ts'

export function addWebhooksList(webhooks: Command): void {
  addCommand(webhooks, 'list', {
    summary: 'List the webhooks of this mode and their status',
    examples: ['bindery webhooks list'],
  }).action(action(list))
}

async function list({ output, server }: Work<object>): Promise<void> {
  const { client } = await server()
  const webhooks = await client.manage.webhooks.list()
  output.show(webhooks, (paint) => describeWebhooks(webhooks, paint))
}
