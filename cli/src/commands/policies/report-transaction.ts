import type { AcceptedTransaction, Client } from '@bindery/sdk'
import type { Work } from '../../command.ts'
import { AlreadyReported } from '../../failure.ts'
import { describeVersion } from '../../output/policies.ts'

/** The words for one transaction of a policy, such as `Reinstating TRV-7K2MQ9XA`. */
interface TransactionWords {
  readonly doing: string
  readonly done: string
  readonly subject: string
  /** Whether to wait until it is carried out. */
  readonly isAwaited: boolean
}

/** Reports an accepted transaction: its result, or that it is in progress. */
export async function reportTransaction(
  { client, output }: Pick<Work<unknown>, 'output'> & { readonly client: Client },
  accepted: AcceptedTransaction,
  { doing, isAwaited, ...words }: TransactionWords,
): Promise<void> {
  if (!isAwaited) {
    output.show(accepted, (paint) => [
      `${paint.green('✓')} ${words.subject} is accepted and in progress.`,
    ])
    return
  }
  const done = await output.during(doing, () => client.policies.waitForVersion(accepted))
  output.show(done, (paint) => describeVersion(done, words, paint))
  if (done.status === 'failed') throw new AlreadyReported()
}
