import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { whereWebhooksAre } from './where-webhooks-are.ts'

interface Options {
  readonly event?: string
  readonly failed?: boolean
  readonly from?: string
  readonly until?: string
}

export function addWebhooksResend(webhooks: Command): void {
  addCommand(webhooks, 'resend <webhook-id>', {
    summary: 'Send one event again, all that failed, or all of a time',
    examples: [
      'bindery webhooks resend whk_01a1dd4f990214706f9ece885eea --failed',
      'bindery webhooks resend whk_01a1dd4f990214706f9ece885eea --from 2027-03-01T00:00:00Z --until 2027-03-02T00:00:00Z',
    ],
  })
    .option('--event <id>', 'this event')
    .option('--failed', 'all that have not been delivered so far')
    .option('--from <moment>', 'all from this moment on, with an offset,')
    .option('--until <moment>', 'and before this one')
    .action(action(resend))
}

const whereBothAre =
  'Check both ids: bindery webhooks list shows those of webhooks, bindery webhooks deliveries those of events'

async function resend(
  { options, output, server }: Work<Options>,
  webhookId: string,
): Promise<void> {
  const { event, failed, from, until } = options
  const isTime = from !== undefined && until !== undefined
  const isPart = (from === undefined) !== (until === undefined)
  const chosen = [event !== undefined, failed === true, isTime].filter(Boolean).length
  if (chosen !== 1 || isPart) {
    throw new Failure(
      exitCodes.usage,
      'Say what to send again.',
      'Write one of --event, --failed, or --from with --until.',
    )
  }
  const { client } = await server()
  const resent = await ifNotFound(
    client.manage.webhooks.resend(webhookId, {
      ...(event === undefined ? {} : { event_id: event }),
      ...(failed === true ? { failed } : {}),
      ...(from === undefined ? {} : { from }),
      ...(until === undefined ? {} : { until }),
    }),
    event === undefined ? whereWebhooksAre : whereBothAre,
  )
  output.show(resent, () => [resent.is_nothing ? nothingFound(options) : 'It is being sent again.'])
}

function nothingFound({ failed }: Options): string {
  return failed === true
    ? 'There is nothing to send again: every delivery has succeeded.'
    : 'There is nothing to send again: nothing that the webhook selects happened in that time.'
}
