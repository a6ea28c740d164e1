import { type PaymentId, type RefundId, isId, mintId } from '../../kernel/index.ts'
import type { Database, Queryable } from '../../database/index.ts'
import { postProviderMoney } from '../../ledger/index.ts'
import { isPaymentId } from '../find-payment.ts'
import type { ProviderMovement } from '../provider.ts'
import { matchItems } from './match-items.ts'
import type { ReconciliationItem } from './reconciliation.ts'
import {
  addToSums,
  insertItems,
  selectNamed,
  selectOwnRefunds,
  selectReferenced,
  selectRefundsByReference,
} from './reconciliation-item-store.ts'
import type { Reconciliation } from './reconciliation-store.ts'

/**
 * Writes movements down, each once, posts what the provider kept and paid out, and compares the rest
 * with our books.
 */
export async function takeInMovements(
  db: Database,
  account: Reconciliation,
  movements: readonly ProviderMovement[],
  now: Temporal.Instant,
): Promise<void> {
  const links = await linksOf(db, account, movements)
  const items = movements.map((movement) => newItem(account, movement, links(movement), now))
  await db.transaction(async (tx) => {
    const inserted = await insertItems(tx, items, now)
    const taken = items.filter(({ id }) => inserted.has(id))
    for (const item of taken) await post(tx, item, now)
    await addToSums(tx, account, account.provider, sumsOf(taken))
    await matchItems(tx, account, account.provider, taken, now)
  })
}

type Links = Pick<ReconciliationItem, 'paymentId' | 'refundId'>

/** Which of our payments and refunds movements are about. */
async function linksOf(
  db: Queryable,
  account: Reconciliation,
  movements: readonly Pick<ProviderMovement, 'about' | 'paymentReference' | 'source'>[],
): Promise<(movement: Pick<ProviderMovement, 'about' | 'paymentReference' | 'source'>) => Links> {
  const { provider } = account
  const references = movements.flatMap(({ paymentReference }) => paymentReference ?? [])
  const ids = movements.flatMap((one) => namedPayment(one) ?? [])
  const [referenced, named] = await Promise.all([
    selectReferenced(db, account, provider, references),
    selectNamed(db, account, provider, ids),
  ])
  const paymentOf = (one: Pick<ProviderMovement, 'about' | 'paymentReference'>) => {
    const id = namedPayment(one)
    const byName = id !== null && named.has(id) ? id : null
    return referenced.get(one.paymentReference ?? '') ?? byName
  }
  const paymentIds = movements.flatMap((one) => paymentOf(one) ?? [])
  const refundIds = movements.flatMap((one) => namedRefund(one) ?? [])
  const [byReference, own] = await Promise.all([
    selectRefundsByReference(db, paymentIds),
    selectOwnRefunds(db, refundIds),
  ])
  const known = new Map(own.map(({ id, paymentId }) => [id, paymentId]))
  return (one) => {
    const paymentId = paymentOf(one)
    if (one.about.kind !== 'refund') return { paymentId, refundId: null }
    const id = namedRefund(one)
    const isOwn = id !== null && paymentId !== null && known.get(id) === paymentId
    return { paymentId, refundId: isOwn ? id : (byReference.get(one.source ?? '') ?? null) }
  }
}

function namedPayment({ about }: Pick<ProviderMovement, 'about'>): PaymentId | null {
  const id = about.kind === 'payment' ? about.paymentId : null
  return id !== null && isPaymentId(id) ? id : null
}

function namedRefund({ about }: Pick<ProviderMovement, 'about'>): RefundId | null {
  const id = about.kind === 'refund' ? about.refundId : null
  return id !== null && isId('ref', id) ? id : null
}

function newItem(
  { insurerId, livemode, provider }: Reconciliation,
  movement: ProviderMovement,
  links: Links,
  now: Temporal.Instant,
): ReconciliationItem {
  const { about, amount } = movement
  // Payouts and fees match themselves: they are posted as the provider has them.
  const isPosted = about.kind === 'payout' || about.kind === 'fee'
  return {
    ...movement,
    ...links,
    id: mintId('rcn', now),
    insurerId,
    livemode,
    provider,
    kind: about.kind,
    state: isPosted ? 'matched' : 'unmatched',
    problem: isPosted ? null : 'not_here',
    ownAmount: isPosted ? amount : null,
    difference: isPosted ? 0 : amount,
  }
}

/** What the provider kept and paid out. */
function postedOf({ kind, amount, fee }: ReconciliationItem) {
  const moved = amount ?? 0
  return {
    fee: fee - (kind === 'fee' ? moved : 0),
    paidOut: kind === 'payout' ? -moved : 0,
  }
}

function sumsOf(items: readonly ReconciliationItem[]) {
  return [...Map.groupBy(items, ({ currency }) => currency)].map(([currency, all]) => ({
    currency,
    balance: all.reduce((sum, { amount, fee }) => sum + (amount ?? 0) - fee, 0),
    fees: all.reduce((sum, one) => sum + postedOf(one).fee, 0),
    paidOut: all.reduce((sum, one) => sum + postedOf(one).paidOut, 0),
  }))
}

async function post(tx: Queryable, item: ReconciliationItem, now: Temporal.Instant): Promise<void> {
  const valueDay = item.valueDay ?? item.happenedAt.toZonedDateTimeISO('UTC').toPlainDate()
  await postProviderMoney(tx, { ...item, ...postedOf(item), valueDay }, now)
}
