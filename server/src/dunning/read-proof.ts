import type { Queryable } from '../database/index.ts'
import { selectPostLetterOf } from '../post/index.ts'
import type { ProofSettings } from '../products/index.ts'
import type { Proven } from './decide-proof.ts'
import type { DunningLetter } from './dunning-case.ts'
import { selectNoticeMails } from './notice-mail-store.ts'

export const notProven: Proven = { first: null, latest: null, isMailFailed: false }

/** What is known of the arrival of a notice, of all that counts as proof. */
export async function readProof(
  db: Queryable,
  { id }: Pick<DunningLetter, 'id'>,
  { counts }: ProofSettings,
): Promise<Proven> {
  const mails = counts.includes('delivery_report') ? await selectNoticeMails(db, id) : []
  const letter = counts.includes('tracked_letter') ? await selectPostLetterOf(db, id) : undefined
  const days = [
    ...mails.flatMap(({ deliveredOn, failedAt }) => (failedAt === null ? deliveredOn : null) ?? []),
    ...(letter?.deliveredOn == null ? [] : [letter.deliveredOn]),
  ]
  const sorted = days.toSorted((one, other) => Temporal.PlainDate.compare(one, other))
  return {
    first: sorted[0] ?? null,
    latest: sorted.at(-1) ?? null,
    isMailFailed: mails.some(({ failedAt }) => failedAt !== null),
  }
}
