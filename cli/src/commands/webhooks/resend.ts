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
    summary: 'Send one event again, all failed events, or all of a period',
    examples: [
      'bindery webhooks resend whk_01a1dd4f990214706f9ece885eea --failed',
      'bindery webhooks resend whk_01a1dd4f990214706f9ece885eea --from 2027-03-01T00:00:00Z --until 2027-03-02T00:00:00Z',
    ],
  })
    .option('--event <id>', 'send this event')
    .option('--failed', 'send all events that are not delivered yet')
    .option('--from <moment>', 'send all events from this moment on, with its UTC offset')
    .option('--until <moment>', 'send all events before this moment')
    .action(action(resend))
}

const whereBothAre =
  'Check both ids: bindery webhooks list shows webhook ids, bindery webhooks deliveries shows event ids'

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
      'Name what to send again.',
      'Add one of --event, --failed, or --from with --until.',
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
  output.show(resent, () => [
    resent.is_nothing ? nothingFound(options) : 'The events are being sent again.',
  ])
}

function nothingFound({ failed }: Options): string {
  return failed === true
    ? 'Nothing to send again: every delivery has succeeded.'
    : 'Nothing to send again: the webhook selects no event of that period.'
}
