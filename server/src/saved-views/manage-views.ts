import { type Clock, isId, mintId } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { Caller } from '../identity/index.ts'
import { tooManyViews, viewNotFound, viewOfAnother } from './reasons.ts'
import { type SavedView, type ViewChange, viewsMax } from './saved-view.ts'
import { deleteView, insertView, lockView, selectViews, updateView } from './saved-view-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

export type WantedView = Pick<
  SavedView,
  'list' | 'name' | 'query' | 'columns' | 'isShared' | 'filters'
>

export async function saveView(
  { db, clock }: Deps,
  caller: Caller,
  wanted: WantedView,
  replay: ReplayWriter<SavedView> | null,
): Promise<SavedView> {
  const now = clock()
  const scope = { accountId: caller.account.id, livemode: caller.livemode }
  const view: SavedView = {
    ...wanted,
    ...scope,
    id: mintId('svw', now),
    ownerId: caller.actor.id,
    count: null,
    isCapped: false,
    countedAt: null,
    createdAt: now,
  }
  return db.transaction(async (tx) => {
    const own = await selectViews(tx, { ...scope, ownerId: view.ownerId, list: null })
    if (own.length >= viewsMax) throw tooManyViews()
    await insertView(tx, view)
    await record(tx, caller, { before: null, after: view }, now)
    await completeReservation(tx, replay, view)
    return view
  })
}

/** Only its owner changes a view; others who share it read it. */
export async function changeView(
  { db, clock }: Deps,
  caller: Caller,
  id: string,
  change: (view: SavedView) => Promise<ViewChange>,
  replay: ReplayWriter<SavedView> | null,
): Promise<SavedView> {
  return db.transaction(async (tx) => {
    const before = await holdOwn(tx, caller, id)
    const changed = { ...before, ...(await change(before)) }
    const isSame = changed.query === before.query
    const after = isSame ? changed : { ...changed, count: null, isCapped: false, countedAt: null }
    await updateView(tx, after)
    await record(tx, caller, { before, after }, clock())
    await completeReservation(tx, replay, after)
    return after
  })
}

export async function removeView(
  { db, clock }: Deps,
  caller: Caller,
  id: string,
  replay: ReplayWriter<SavedView> | null,
): Promise<SavedView> {
  return db.transaction(async (tx) => {
    const view = await holdOwn(tx, caller, id)
    await deleteView(tx, view.id)
    await record(tx, caller, { before: view, after: null }, clock())
    await completeReservation(tx, replay, view)
    return view
  })
}

/** Why a view cannot be changed by a caller; null if it can. */
export function refusalOfChange(caller: Caller, { ownerId }: SavedView) {
  return ownerId === caller.actor.id ? null : viewOfAnother()
}

async function holdOwn(tx: Transaction, caller: Caller, id: string): Promise<SavedView> {
  const view = isId('svw', id) ? await lockView(tx, id) : undefined
  const isSeen =
    view?.accountId === caller.account.id &&
    view.livemode === caller.livemode &&
    (view.isShared || view.ownerId === caller.actor.id)
  if (!isSeen) throw viewNotFound(id)
  const refusal = refusalOfChange(caller, view)
  if (refusal !== null) throw refusal
  return view
}

/** What others see: a view of one's own is nobody's business. */
async function record(
  tx: Transaction,
  caller: Caller,
  states: { readonly before: SavedView | null; readonly after: SavedView | null },
  now: Temporal.Instant,
): Promise<void> {
  const { before, after } = states
  const view = after ?? before
  if (view === null || !(before?.isShared === true || after?.isShared === true)) return
  const { id: subjectId, livemode } = view
  const shown = (one: SavedView | null) => one && { list: one.list, is_shared: one.isShared }
  const change = { action: 'view.shared', livemode, subjectId } as const
  await recordAudit(tx, caller, { ...change, before: shown(before), after: shown(after) }, now)
}
