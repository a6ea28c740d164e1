import { type Clock, type Refusal, isId } from '../../kernel/index.ts'
import { passSecondPerson } from '../../approvals/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Database, Transaction } from '../../database/index.ts'
import type { Caller } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import {
  differenceNotAccepted,
  differenceNotOpen,
  differenceNotThat,
  reconciliationItemNotFound,
} from '../reasons.ts'
import { deleteAccepted, upsertAccepted } from './accepted-difference-store.ts'
import type { ListedItem } from './reconciliation.ts'
import { lockItem, selectItemsOf, selectListedItem } from './reconciliation-item-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/**
 * A person says that a difference is known. Nothing is posted: it is listed apart, until it is another
 * difference or somebody takes that back. All movements of one payment, refund or dispute differ together.
 */
export async function acceptDifference(
  { db, clock }: Deps,
  request: {
    readonly caller: Caller
    readonly itemId: string
    readonly reason: string
    /** What the person has seen; null where nobody says. */
    readonly difference: number | null
  },
  replay: ReplayWriter<ListedItem> | null,
): Promise<ListedItem> {
  const { caller, reason, difference: seen } = request
  const now = clock()
  return db.transaction(async (tx) => {
    const item = await findItem(tx, caller, request.itemId)
    const refusal = refusalOfAccepting(item)
    if (refusal !== null) throw refusal
    const { id, difference, currency } = item
    if (seen !== null && seen !== difference) throw differenceNotThat(id, difference)
    const acceptance = { reason, acceptedBy: caller.actor.id, acceptedAt: now }
    await upsertAccepted(tx, await together(tx, item), acceptance)
    const after = { state: 'accepted', difference, currency, reason }
    const before = { state: item.state, problem: item.problem }
    const entry = { action: 'reconciliation.accepted', subjectId: id, before, after } as const
    await recordAudit(tx, caller, entry, now)
    const money = { amount: Math.abs(difference), currency }
    const act = { kind: 'accepted_differences', subjectId: id, money, sale: null } as const
    await passSecondPerson(tx, caller, act, now)
    const accepted: ListedItem = { ...item, state: 'accepted', acceptance }
    await completeReservation(tx, replay, accepted)
    return accepted
  })
}

/** Takes an acceptance back: the difference is one that a person has to see to again. */
export async function reopenDifference(
  { db, clock }: Deps,
  { caller, itemId }: { readonly caller: Caller; readonly itemId: string },
  replay: ReplayWriter<ListedItem> | null,
): Promise<ListedItem> {
  const now = clock()
  return db.transaction(async (tx) => {
    const item = await findItem(tx, caller, itemId)
    const refusal = refusalOfReopening(item)
    if (refusal !== null) throw refusal
    await deleteAccepted(tx, await together(tx, item))
    const { id, difference, currency } = item
    const before = {
      state: item.state,
      difference,
      currency,
      reason: item.acceptance?.reason ?? null,
    }
    const after = { state: 'unmatched', problem: item.problem }
    const entry = { action: 'reconciliation.reopened', subjectId: id, before, after } as const
    await recordAudit(tx, caller, entry, now)
    const reopened: ListedItem = { ...item, state: 'unmatched', acceptance: null }
    await completeReservation(tx, replay, reopened)
    return reopened
  })
}

/** Why a difference cannot be accepted; null if it can. */
export function refusalOfAccepting({ id, state }: ListedItem): Refusal | null {
  return state === 'unmatched' ? null : differenceNotOpen(id, state)
}

export function refusalOfReopening({ id, state }: ListedItem): Refusal | null {
  return state === 'accepted' ? null : differenceNotAccepted(id, state)
}

/** It is held, so that of two people one accepts it. */
async function findItem(tx: Transaction, caller: Caller, id: string): Promise<ListedItem> {
  if (isId('rcn', id)) await lockItem(tx, id)
  const item = isId('rcn', id) ? await selectListedItem(tx, id) : undefined
  const isOwn = item?.insurerId === caller.account.id && item.livemode === caller.livemode
  if (!isOwn) throw reconciliationItemNotFound(id)
  return item
}

/** The item, and all others that differ with it: the newest of them has the difference. */
async function together(
  tx: Transaction,
  item: ListedItem,
): Promise<readonly Pick<ListedItem, 'id'>[]> {
  const { kind, paymentId, refundId, source } = item
  const others = await selectItemsOf(tx, item, item.provider, {
    payments: kind === 'payment' && paymentId !== null ? [paymentId] : [],
    refunds: kind === 'refund' && refundId !== null ? [refundId] : [],
    disputes: kind === 'dispute' && source !== null ? [source] : [],
  })
  const differing = others.filter((one) => one.state === 'unmatched' && one.id !== item.id)
  return [item, ...differing]
}
