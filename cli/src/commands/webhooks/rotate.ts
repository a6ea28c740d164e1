import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeWebhook } from '../../output/webhooks.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { wholeNumber } from '../../whole-number.ts'
import { whereWebhooksAre } from './where-webhooks-are.ts'

interface Options {
  readonly overlap?: number
}

const overlapHoursMax = 720

export function addWebhooksRotate(webhooks: Command): void {
  addCommand(webhooks, 'rotate <webhook-id>', {
    summary: 'Create a new secret; for a while messages are signed with both',
    examples: ['bindery webhooks rotate whk_01a1dd4f990214706f9ece885eea --overlap 48'],
  })
    .option(
      '--overlap <hours>',
      'hours during which both secrets sign',
      wholeNumber(0, overlapHoursMax),
    )
    .action(action(rotate))
}

async function rotate(
  { options, output, server }: Work<Options>,
  webhookId: string,
): Promise<void> {
  const { client } = await server()
  const { overlap } = options
  const body = overlap === undefined ? {} : { overlap_hours: overlap }
  const webhook = await ifNotFound(client.manage.webhooks.rotate(webhookId, body), whereWebhooksAre)
  output.show(webhook, (paint) => describeWebhook(webhook, paint))
}
