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
    summary: 'List the deliveries of a webhook, newest events first',
    details:
      'Shows the type of the event, the number of attempts, and why the last attempt failed. --json shows every attempt with the first kilobyte of its response.',
    examples: [
      'bindery webhooks deliveries whk_01a1dd4f990214706f9ece885eea',
      'bindery webhooks deliveries whk_01a1dd4f990214706f9ece885eea --status parked',
    ],
  })
    .option('--status <status>', 'only deliveries in this state: delivered, waiting or parked')
    .option('--event <id>', 'only deliveries of this event')
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
