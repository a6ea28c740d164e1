import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { assertMeant } from '../../meant.ts'
import { money } from '../../output/money.ts'
import { summarizePreview } from '../../output/preview.ts'
import { findPolicy } from '../../server/find-policy.ts'
import {
  type CancellationOptions,
  addCancellationOptions,
  cancellationTerms,
} from './cancellation-options.ts'
import { reportRefunded } from './report-refunded.ts'

interface Options extends CancellationOptions {
  readonly reason: string
  readonly date: string
  readonly ifVersion?: string
  readonly wait: boolean
  readonly yes?: boolean
}

export function addPoliciesCancel(policies: Command): void {
  const command = addCommand(policies, 'cancel <policy>', {
    summary: 'Cancel a policy',
    details:
      'Name the policy by its number or id. Shows the refund under the terms of the product first, and asks for confirmation. With --kind, the refund, the notice and the letter are those of this kind in the product.',
    examples: [
      'bindery policies cancel TRV-7K2MQ9XA --date 2027-06-30 --reason "The customer moved."',
      'bindery policies cancel TRV-7K2MQ9XA --date 2027-06-30 --kind customer --reason-code sold --reason "Sold on 4 May."',
    ],
  })
    .requiredOption('--date <day>', 'the last day of cover, such as 2027-06-30', day)
    .requiredOption('--reason <text>', 'reason for the cancellation, as free text')
  addCancellationOptions(command)
    .option('--if-version <id>', 'only if the policy is still at this version')
    .option('--yes', 'show the refund but do not ask, even if the day is in the past')
    .option('--no-wait', 'do not wait until the cancellation is carried out')
    .action(action(cancel))
}

async function cancel({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { client } = opened
  const policy = await findPolicy(opened, name)
  const seen = { id: policy.id, version_id: options.ifVersion ?? policy.version_id }
  const { insurer_policy_id: number } = policy
  const cancellation = { termination_date: options.date, ...cancellationTerms(options) }
  const preview = await client.policies.preview(seen, { cancellation })
  await confirmCancellation(
    options,
    `Cancelling ${number} to ${options.date} ${summarizePreview(preview)}`,
  )
  const accepted = await client.policies.cancel(seen, {
    ...cancellation,
    cancellation_reason: options.reason,
    preview_token: preview.preview_token,
  })
  const whole = money(policy.gross_payment_amount, policy.currency)
  await reportRefunded({ client, output }, accepted, {
    isAwaited: options.wait,
    doing: `Cancelling ${number}`,
    subject: `The cancellation of ${number}`,
    done: `${number} is cancelled; cover ends on ${options.date}.`,
    refunded: (amount) => `${amount} of ${whole} is refunded`,
  })
}

/**
 * Shows the refund and asks for confirmation on a terminal. A day in the past removes cover that the
 * customer had, so without a terminal it needs --yes.
 */
async function confirmCancellation({ date, yes = false }: Options, summary: string): Promise<void> {
  const isPast = date < new Date().toISOString().slice(0, 10)
  const past = `${date} is in the past: the customer loses cover already provided.`
  const message = isPast ? `${past} ${summary}` : summary
  if (isPast && !yes && !(process.stdin.isTTY && process.stderr.isTTY)) {
    const fix = 'Nothing was changed. Add --yes to confirm.'
    throw new Failure(exitCodes.usage, message, fix)
  }
  await assertMeant(message, yes)
}
