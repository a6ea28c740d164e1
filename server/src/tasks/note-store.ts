import type { AccountId, CustomerId, NoteId, PolicyId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  searchPage,
  sql,
} from '../database/index.ts'
import type { Note } from './note.ts'

const columns = fragment`
  id, account_id as "accountId", livemode, policy_id as "policyId", customer_id as "customerId",
  body, written_by as "writtenBy", written_at as "writtenAt", removed_by as "removedBy",
  removed_at as "removedAt"`

export async function insertNote(tx: Queryable, note: Note): Promise<void> {
  await tx.query(sql`
    insert into notes (id, account_id, livemode, policy_id, customer_id, body, written_by,
      written_at)
    values (${note.id}, ${note.accountId}, ${note.livemode}, ${note.policyId}, ${note.customerId},
      ${note.body}, ${note.writtenBy}, ${note.writtenAt})`)
}

export async function lockNote(tx: Queryable, id: NoteId): Promise<Note | undefined> {
  const [row] = await tx.query<Note>(compose`
    select ${columns} from notes where id = ${id} for no key update`)
  return row
}

/** Deletes the text for good. */
export async function updateRemoved(
  tx: Queryable,
  { id, removedBy, removedAt }: Note,
): Promise<void> {
  await tx.query(sql`
    update notes set body = null, removed_by = ${removedBy}, removed_at = ${removedAt}
    where id = ${id}`)
}

export interface NotesOf {
  readonly accountId: AccountId
  readonly livemode: boolean
  readonly policyId: PolicyId | null
  /** All ids of one person. */
  readonly customerIds: readonly CustomerId[] | null
}

/** Newest first, with those that were removed. */
export function searchNotes(
  db: Queryable,
  { accountId, livemode, policyId, customerIds }: NotesOf,
  page: Page,
): Promise<PageRows<Note>> {
  return searchPage(db, page, {
    select: fragment`select ${columns} from notes`,
    where: [
      ...equal({ account_id: accountId, livemode, policy_id: policyId }),
      customerIds === null ? null : fragment`customer_id = any(${[...customerIds]}::text[])`,
    ],
  })
}
