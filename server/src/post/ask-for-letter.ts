import { type Moment, mintId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import type { Policy } from '../policies/index.ts'
import { insertPostLetter } from './post-letter-store.ts'
import { newsOfLetter } from './post-news.ts'

/** Puts a letter on the batch for the post, once. With the policy locked. */
export async function askForLetter(
  tx: Transaction,
  { id: policyId, insurerId, distributorId, productId, livemode }: Policy,
  subjectId: string,
  moment: Moment,
): Promise<void> {
  const letter = await insertPostLetter(tx, {
    id: mintId('ltr', moment),
    insurerId,
    distributorId,
    productId,
    policyId,
    livemode,
    subjectId,
    createdAt: moment.now,
  })
  if (letter !== undefined) await recordEvents(tx, [newsOfLetter('letter.due', letter)], moment)
}
