import { type Queryable, sql } from '../../database/index.ts'
import type { Ticket } from './ticket.ts'

/** Counts one more use of the ticket; false where it was used so often before. */
export async function countTicketUse(
  db: Queryable,
  { id, expiresAt }: Pick<Ticket, 'id' | 'expiresAt'>,
  usesMax: number,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into sign_in_tickets as known (id, uses, expires_at) values (${id}, 1, ${expiresAt})
    on conflict (id) do update set uses = known.uses + 1 where known.uses < ${usesMax}
    returning id`)
  return rows.length > 0
}

/** Ends a ticket that is not used up. */
export async function updateTicketEnded(tx: Queryable, id: string, usesMax: number): Promise<void> {
  await tx.query(sql`update sign_in_tickets set uses = ${usesMax} where id = ${id}`)
}

export async function deleteExpiredTickets(db: Queryable, now: Temporal.Instant): Promise<void> {
  await db.query(sql`delete from sign_in_tickets where expires_at < ${now}`)
}
