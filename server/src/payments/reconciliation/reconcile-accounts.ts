import { type Clock, mintId } from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import type { MovementPage, PaymentProvider, Providers } from '../provider.ts'
import { matchItems } from './match-items.ts'
import type { ReconciliationItem } from './reconciliation.ts'
import {
  insertItems,
  selectCharged,
  selectNotThere,
  selectOpenItems,
  selectRefundsByReference,
  updateLinks,
} from './reconciliation-item-store.ts'
import {
  type Reconciliation,
  selectUnreconciled,
  updateReconciled,
} from './reconciliation-store.ts'
import { takeInMovements } from './take-in-movements.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly providers: Providers
  readonly onDoubt: (error: unknown) => void
}

/** How often each account is asked for its movements. */
const pauseMinutes = 60
/** What moved shortly before the last time may have been written down after it. */
const overlapMinutes = 60
/** So much is asked for at once, page by page, and need not be read again. */
const spanHours = 7 * 24
const accountsPerSweepMax = 20
const accountTimeoutMs = 120_000
/** What was made so long ago has a movement at the provider. */
const settlingHours = 3 * 24
/** What was begun before has been looked for often enough. */
const lookedForHours = 45 * 24
const openItemsMax = 1_000
const notThereMax = 1_000

/** The names of the providers that show a balance. */
export function balanceProviders(providers: Providers): string[] {
  return [...providers.values()].flatMap((one) => (one.balance === undefined ? [] : one.name))
}

/** Follows the money of each account at a provider, and compares it with our books. */
export async function reconcileAccounts(deps: Deps): Promise<void> {
  const now = deps.clock()
  const names = balanceProviders(deps.providers)
  const before = now.subtract({ minutes: pauseMinutes })
  for (const account of await selectUnreconciled(deps.db, names, before, accountsPerSweepMax)) {
    const provider = deps.providers.get(account.provider)
    if (provider !== undefined) await reconcile(deps, provider, account, now)
  }
}

async function reconcile(
  deps: Deps,
  provider: PaymentProvider,
  account: Reconciliation,
  now: Temporal.Instant,
): Promise<void> {
  const { db } = deps
  try {
    const refusal = await readMoney(db, provider, account, now)
    if (refusal !== null) {
      await updateReconciled(db, account, now, { kind: 'refused', reason: refusal })
      return
    }
    const open = await selectOpenItems(db, account, account.provider, openItemsMax)
    const items = await relinked(db, account, open, now)
    const gone = await notThere(db, account, now)
    await db.transaction(async (tx) => {
      await insertItems(tx, gone, now)
      await updateLinks(tx, items)
      await matchItems(tx, account, account.provider, items, now)
    })
  } catch (error) {
    deps.onDoubt(error)
    await updateReconciled(db, account, now, { kind: 'failed' })
  }
}

/** Reads all that moved since the last time. Why the provider shows nothing, or null. */
async function readMoney(
  db: Database,
  { balance }: PaymentProvider,
  account: Reconciliation,
  now: Temporal.Instant,
): Promise<string | null> {
  const signal = AbortSignal.timeout(accountTimeoutMs)
  let from = (account.readUntil ?? account.since).subtract({ minutes: overlapMinutes })
  while (Temporal.Instant.compare(from, now) < 0) {
    const end = from.add({ hours: spanHours })
    const until = Temporal.Instant.compare(end, now) < 0 ? end : now
    let page: string | null = null
    do {
      signal.throwIfAborted()
      const read: MovementPage | undefined = await balance?.movements(
        account,
        { from, until },
        page,
        signal,
      )
      if (read === undefined) return null
      if (read.kind === 'refused') return read.reason
      await takeInMovements(db, account, read.movements, now)
      page = read.next
    } while (page !== null)
    await updateReconciled(db, account, now, { kind: 'read', until })
    from = until
  }
  return null
}

/**
 * A refund that was made at the provider is taken in after its movement was read, and so is a payment
 * that a restored database had forgotten.
 */
async function relinked(
  db: Database,
  account: Reconciliation,
  items: readonly ReconciliationItem[],
  now: Temporal.Instant,
): Promise<ReconciliationItem[]> {
  const isLoose = ({ kind, paymentId, refundId }: ReconciliationItem) =>
    (kind === 'payment' && paymentId === null) || (kind === 'refund' && refundId === null)
  const loose = items.filter(isLoose)
  if (loose.length === 0) return [...items]
  const since = now.subtract({ hours: settlingHours })
  const sources = loose.flatMap(({ kind, source }) => (kind === 'payment' ? (source ?? []) : []))
  const [payments, refunds] = await Promise.all([
    selectCharged(db, account, account.provider, sources, since),
    selectRefundsByReference(
      db,
      loose.flatMap(({ paymentId }) => paymentId ?? []),
    ),
  ])
  return items.map((one) => {
    if (!isLoose(one)) return one
    const source = one.source ?? ''
    return one.kind === 'payment'
      ? { ...one, paymentId: payments.get(source) ?? null }
      : { ...one, refundId: refunds.get(source) ?? null }
  })
}

/** Payments and refunds that were made here, and of which the provider has no movement. */
async function notThere(
  db: Database,
  { insurerId, livemode, provider, since }: Reconciliation,
  now: Temporal.Instant,
): Promise<ReconciliationItem[]> {
  const earliest = now.subtract({ hours: lookedForHours })
  const span = {
    from: Temporal.Instant.compare(since, earliest) > 0 ? since : earliest,
    until: now.subtract({ hours: settlingHours }),
  }
  const found = await selectNotThere(db, { insurerId, livemode }, provider, span, notThereMax)
  return found.map(({ paymentId, refundId, amount, currency }) => ({
    id: mintId('rcn', now),
    insurerId,
    livemode,
    provider,
    kind: refundId === null ? 'payment' : 'refund',
    state: 'unmatched',
    problem: 'not_there',
    reference: null,
    source: null,
    type: null,
    amount: null,
    fee: 0,
    currency,
    happenedAt: now,
    valueDay: null,
    paymentId,
    refundId,
    ownAmount: amount,
    difference: -(amount ?? 0),
  }))
}
