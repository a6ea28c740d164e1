import type { CreateWebhook } from '@bindery/sdk'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeWebhook } from '../../output/webhooks.ts'
import { readEventTypes } from '../../event-types.ts'

type Selected = NonNullable<CreateWebhook['events']>

interface Options {
  readonly events?: readonly string[]
  readonly full?: boolean
  readonly description?: string
}

export function addWebhooksCreate(webhooks: Command): void {
  addCommand(webhooks, 'create <url>', {
    summary: 'Send events to an address as they happen',
    details: 'Prints the secret that signs the messages. It is shown only once.',
    examples: [
      'bindery webhooks create https://crm.example.com/hook',
      'bindery webhooks create https://crm.example.com/hook --events policy.issued policy.cancelled',
    ],
  })
    .option('--events <types...>', 'only events of these types', readEventTypes)
    .option('--full', 'include the whole policy in each message')
    .option('--description <text>', 'what the webhook is for')
    .action(action(create))
}

async function create({ options, output, server }: Work<Options>, url: string): Promise<void> {
  const { client } = await server()
  const { events, full, description } = options
  const webhook = await client.manage.webhooks.create({
    url,
    ...(events === undefined ? {} : { events: events as Selected }), // As they were read.
    ...(full === true ? { payload: 'full' } : {}),
    ...(description === undefined ? {} : { description }),
  })
  output.show(webhook, (paint) => describeWebhook(webhook, paint))
}
