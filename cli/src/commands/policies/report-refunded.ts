import type { AcceptedTransaction, Client } from '@bindery/sdk'
import type { Work } from '../../command.ts'
import { AlreadyReported } from '../../failure.ts'
import { money } from '../../output/money.ts'
import { findRefund } from '../../server/find-refund.ts'

/** The words for a transaction that ends a policy, such as `Cancelling TRV-7K2MQ9XA`. */
interface RefundedWords {
  readonly doing: string
  readonly subject: string
  readonly done: string
  readonly refunded: (amount: string) => string
  /** Whether to wait until it is carried out. */
  readonly isAwaited: boolean
}

/** Reports an accepted transaction that ends a policy: its result with the refund, or that it is in progress. */
export async function reportRefunded(
  { client, output }: Pick<Work<unknown>, 'output'> & { readonly client: Client },
  accepted: AcceptedTransaction,
  { doing, subject, done, refunded, isAwaited }: RefundedWords,
): Promise<void> {
  if (!isAwaited) {
    output.show(accepted, (paint) => [
      `${paint.green('✓')} ${subject} is accepted and in progress.`,
    ])
    return
  }
  const version = await output.during(doing, () => client.policies.waitForVersion(accepted))
  const isFailed = version.status === 'failed'
  const refund = isFailed
    ? null
    : await output.during('Looking for the refund', () =>
        findRefund(client, accepted.policy_id, version),
      )
  output.show({ ...version, refund }, (paint) =>
    isFailed
      ? [`${paint.red('✗')} ${subject} was not carried out.`]
      : [
          `${paint.green('✓')} ${done}`,
          refund === null
            ? 'No refund so far.'
            : `${refunded(money(refund.amount, refund.currency))} (${refund.status}).`,
        ],
  )
  if (isFailed) throw new AlreadyReported()
}
