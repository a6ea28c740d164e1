import type { PaymentId, RefundId } from '../../kernel/index.ts'
import type { Queryable } from '../../database/index.ts'
import type { CredentialOwner } from '../credentials/credentials.ts'
import type { Dispute } from '../disputes/dispute.ts'
import { selectDisputes } from '../disputes/dispute-store.ts'
import { type OwnSide, type ReconciliationItem, decideMatch } from './reconciliation.ts'
import {
  deleteItems,
  selectItemsOf,
  selectOwnPayments,
  selectOwnRefunds,
  updateMatches,
} from './reconciliation-item-store.ts'

/** Compares what some movements are about with our books, each with all its movements. */
export async function matchItems(
  tx: Queryable,
  owner: CredentialOwner,
  provider: string,
  touched: readonly ReconciliationItem[],
  now: Temporal.Instant,
): Promise<void> {
  const items = await selectItemsOf(tx, owner, provider, {
    payments: idsOf(touched, 'payment', ({ paymentId }) => paymentId),
    refunds: idsOf(touched, 'refund', ({ refundId }) => refundId),
    disputes: idsOf(touched, 'dispute', ({ source }) => source),
  })
  const ownOf = await readOwn(tx, items)
  const [matches, gone] = [[], []] as [Parameters<typeof updateMatches>[1][number][], string[]]
  for (const group of Map.groupBy(items, subjectOf).values()) {
    const moved = group.filter(({ reference }) => reference !== null)
    const own = ownOf(group)
    const match = decideMatch(moved, own)
    // What was lacking is there by now, or is not expected any more.
    const isThere = moved.length > 0 || match.state !== 'unmatched'
    if (isThere) gone.push(...group.flatMap((one) => (one.reference === null ? one.id : [])))
    const kept = isThere ? moved : group
    for (const [at, { id }] of kept.entries()) {
      const difference = at === kept.length - 1 ? match.difference : 0
      const ownAmount = own?.amount ?? null
      matches.push({ ...match, id, ownAmount, difference })
    }
  }
  await updateMatches(tx, matches, now)
  await deleteItems(tx, gone)
}

function idsOf<Id extends string>(
  items: readonly ReconciliationItem[],
  kind: ReconciliationItem['kind'],
  idOf: (item: ReconciliationItem) => Id | null,
): Id[] {
  return [...new Set(items.flatMap((one) => (one.kind === kind ? (idOf(one) ?? []) : [])))]
}

function subjectOf({ kind, paymentId, refundId, source }: ReconciliationItem): string {
  const subject = { payment: paymentId, refund: refundId, dispute: source }
  return `${kind} ${kind in subject ? subject[kind as keyof typeof subject] : ''}`
}

/** Our side of what a group of movements is about; undefined where we know nothing of it. */
async function readOwn(
  tx: Queryable,
  items: readonly ReconciliationItem[],
): Promise<(group: readonly ReconciliationItem[]) => OwnSide | undefined> {
  const paymentIds = [...new Set(items.flatMap(({ paymentId }) => paymentId ?? []))]
  const refundIds = idsOf(items, 'refund', ({ refundId }) => refundId)
  const payments = byId<PaymentId, Awaited<ReturnType<typeof selectOwnPayments>>[number]>(
    await selectOwnPayments(tx, paymentIds),
  )
  const refunds = byId<RefundId, Awaited<ReturnType<typeof selectOwnRefunds>>[number]>(
    await selectOwnRefunds(tx, refundIds),
  )
  const [owner] = items
  const references = idsOf(items, 'dispute', ({ source }) => source)
  const disputes =
    owner === undefined
      ? new Map<string, Dispute>()
      : await selectDisputes(tx, owner, owner.provider, references)
  return (group) => {
    const [first] = group
    if (first?.kind === 'refund') return refunds.get(first.refundId)
    const payment = payments.get(first?.paymentId ?? null)
    if (first?.kind !== 'dispute' || payment === undefined) return payment
    const there = group.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
    const { currency } = payment
    const dispute = disputes.get(first.source ?? '')
    if (dispute?.isLoss === true) return { amount: -dispute.amount, currency }
    if (payment.isTakenBack) return { amount: -(payment.amount ?? 0), currency }
    return { amount: there === 0 ? 0 : null, currency }
  }
}

function byId<Id, Row extends { readonly id: Id }>(rows: readonly Row[]) {
  return new Map<Id | null, Row>(rows.map((row) => [row.id, row]))
}
