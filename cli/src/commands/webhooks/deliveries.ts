import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeDeliveries } from '../../output/webhooks.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { pageSize, rowsDefault, rowsMax, takeRows } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'
import { whereWebhooksAre } from './where-webhooks-are.ts'

interface Options {
  readonly status?: string
  readonly event?: string
  readonly limit: number
}

export function addWebhooksDeliveries(webhooks: Command): void {
  addCommand(webhooks, 'deliveries <webhook-id>', {
    summary: 'List the deliveries of a webhook, of the newest events first',
    details:
      'Each with the type of its event, how often it was tried, and why the last attempt failed. With --json every attempt is shown, with the first kilobyte of its answer.',
    examples: [
      'bindery webhooks deliveries whk_01a1dd4f990214706f9ece885eea',
      'bindery webhooks deliveries whk_01a1dd4f990214706f9ece885eea --status parked',
    ],
  })
    .option('--status <status>', 'delivered, waiting or parked')
    .option('--event <id>', 'of this event')
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(deliveries))
}

async function deliveries(
  { options, output, server }: Work<Options>,
  webhookId: string,
): Promise<void> {
  const { client } = await server()
  const { status, event, limit } = options
  const listed = client.manage.webhooks.deliveries(webhookId, {
    limit: pageSize(limit),
    ...(status === undefined ? {} : { status }),
    ...(event === undefined ? {} : { event_id: event }),
  })
  const rows = await ifNotFound(takeRows(listed, limit), whereWebhooksAre)
  output.show(rows, (paint) => describeDeliveries(rows, paint))
}
