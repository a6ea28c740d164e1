import type { DunningLetter } from './dunning-case.ts'
import type { Arrears } from './read-arrears.ts'

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

/**
 * Why a notice that has not arrived yet states what is no longer owed, or was deferred; null where it does
 * not. What has become due since is not part of it.
 */
export function changedSince(
  { invoices }: Pick<DunningLetter, 'invoices'>,
  { open, fees }: Pick<Arrears, 'open' | 'fees'>,
  today: Temporal.PlainDate,
): string | null {
  const due = open.filter(({ dueDay }) => Temporal.PlainDate.compare(dueDay, today) < 0)
  const now = new Map([...due, ...fees].map((one) => [one.id, one.open]))
  const isChanged = invoices.some(({ id, open }) => (now.get(id) ?? 0) !== open)
  return isChanged ? 'What is owed has changed before the notice arrived.' : null
}

function isBy(day: Temporal.PlainDate, last: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, last) <= 0
}
