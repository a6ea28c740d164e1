import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeWebhook } from '../../output/webhooks.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { BinderyError, type CreateWebhook } from '../../sdk.ts'

type Selected = NonNullable<CreateWebhook['events']>

interface Options {
  readonly events?: readonly string[]
  readonly full?: boolean
  readonly description?: string
}

export function addWebhooksCreate(webhooks: Command): void {
  addCommand(webhooks, 'create <url>', {
    summary: 'Have an address told of events as they happen',
    details: 'The answer shows the secret that messages are signed with, for the only time.',
    examples: [
      'bindery webhooks create https://crm.example.com/hook',
      'bindery webhooks create https://crm.example.com/hook --events policy.issued policy.cancelled',
    ],
  })
    .option('--events <types...>', 'only of these types')
    .option('--full', 'with the whole policy in each message')
    .option('--description <text>', 'what it is for')
    .action(action(create))
}

async function create({ options, output, server }: Work<Options>, url: string): Promise<void> {
  const { client } = await server()
  const { events, full, description } = options
  try {
    const webhook = await client.manage.webhooks.create({
      url,
      // Which types there are the server says.
      ...(events === undefined ? {} : { events: events as Selected }),
      ...(full === true ? { payload: 'full' } : {}),
      ...(description === undefined ? {} : { description }),
    })
    output.show(webhook, (paint) => describeWebhook(webhook, paint))
  } catch (error) {
    throw ofNoType(error, events ?? []) ?? error
  }
}

/** A type that the server does not know is named by its place in the list. */
function ofNoType(error: unknown, events: readonly string[]): Failure | null {
  if (!(error instanceof BinderyError)) return null
  const unknown = error.errors.flatMap(({ field }) => {
    const [, at] = /^events\.(\d+)$/.exec(field) ?? []
    return at === undefined ? [] : [events[Number(at)]]
  })
  if (unknown.length === 0) return null
  return new Failure(
    exitCodes.failed,
    `There is no type of event ${unknown.join(', ')}.`,
    'The reference page of the server lists them under webhooks, such as policy.issued.',
    { cause: error },
  )
}
