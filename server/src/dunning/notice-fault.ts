import type { DunningLetter } from './dunning-case.ts'

/** What became known after a notice was written. */
export interface LaterNews {
  readonly receipts: readonly { readonly receivedOn: Temporal.PlainDate }[]
  /** Policy transactions that charged something. */
  readonly transactions: readonly { readonly effectiveDay: Temporal.PlainDate }[]
}

/**
 * Why a notice stated what was not owed on its day, as known by now; null where it was right. Money that
 * had come by then, and a transaction that counts from an earlier day, make it wrong whatever the amount.
 */
export function noticeFault(
  { day }: Pick<DunningLetter, 'day'>,
  { receipts, transactions }: LaterNews,
): string | null {
  const receipt = receipts.find(({ receivedOn }) => isBy(receivedOn, day))
  if (receipt !== undefined) {
    return `A payment had arrived on ${receipt.receivedOn}, which was not known on ${day}.`
  }
  const transaction = transactions.find(({ effectiveDay }) => isBy(effectiveDay, day))
  if (transaction === undefined) return null
  return `The price has changed from ${transaction.effectiveDay} on, which was not known on ${day}.`
}

function isBy(day: Temporal.PlainDate, last: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, last) <= 0
}
