import { isId, mintId } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Page, PageRows } from '../database/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { Caller } from '../identity/index.ts'
import type { Note } from './note.ts'
import { insertNote, lockNote, searchNotes, updateRemoved } from './note-store.ts'
import { noteNotFound } from './reasons.ts'
import { type NamedSubject, type SubjectDeps, findSubject } from './subject.ts'

export async function writeNote(
  deps: SubjectDeps,
  caller: Caller,
  { body, ...named }: NamedSubject & { readonly body: string },
  replay: ReplayWriter<Note> | null,
): Promise<Note> {
  const { policyId, customerId } = await findSubject(deps, caller, named)
  const now = deps.clock()
  const note: Note = {
    id: mintId('note', now),
    accountId: caller.account.id,
    livemode: caller.livemode,
    policyId,
    customerId,
    body,
    writtenBy: caller.actor.id,
    writtenAt: now,
    removedBy: null,
    removedAt: null,
  }
  return deps.db.transaction(async (tx) => {
    await insertNote(tx, note)
    await record(tx, caller, 'note.written', note, now)
    await completeReservation(tx, replay, note)
    return note
  })
}

/** Deletes the text of a note. Who wrote it and who removed it stays. */
export async function removeNote(
  deps: SubjectDeps,
  caller: Caller,
  id: string,
  replay: ReplayWriter<Note> | null,
): Promise<Note> {
  return deps.db.transaction(async (tx) => {
    const note = isId('note', id) ? await lockNote(tx, id) : undefined
    const isOwn = note?.accountId === caller.account.id && note.livemode === caller.livemode
    if (!isOwn || note.removedAt !== null) throw noteNotFound(id)
    await findSubject({ ...deps, db: tx }, caller, note)
    const now = deps.clock()
    const removed: Note = { ...note, body: null, removedBy: caller.actor.id, removedAt: now }
    await updateRemoved(tx, removed)
    await record(tx, caller, 'note.removed', removed, now)
    await completeReservation(tx, replay, removed)
    return removed
  })
}

/** The notes on a policy, or on a person under every id. */
export async function readNotes(
  deps: SubjectDeps,
  caller: Caller,
  named: NamedSubject,
  page: Page,
): Promise<PageRows<Note>> {
  const { policyId, customerIds } = await findSubject(deps, caller, named)
  const scope = { accountId: caller.account.id, livemode: caller.livemode }
  return searchNotes(deps.db, { ...scope, policyId, customerIds }, page)
}

/** Without the text, which may name people. */
async function record(
  tx: Parameters<typeof recordAudit>[0],
  caller: Caller,
  action: 'note.written' | 'note.removed',
  { id: subjectId, livemode, policyId: policy_id, customerId: customer_id }: Note,
  now: Temporal.Instant,
): Promise<void> {
  const about = { policy_id, customer_id }
  const states =
    action === 'note.written' ? { before: null, after: about } : { before: about, after: null }
  await recordAudit(tx, caller, { action, livemode, subjectId, ...states }, now)
}
