import { type Clock, mintToken } from '../../kernel/index.ts'
import type { Queryable } from '../../database/index.ts'
import { type KeyRing, readSealedToken, writeSealedToken } from '../../sealing/index.ts'
import { ticketExpired } from './reasons.ts'
import { countTicketUse } from './ticket-store.ts'

/** What a ticket is for: one for something else does not open. */
export type TicketPurpose = 'a code' | 'a passkey' | 'a new passkey'

/** Says what its holder has done already, between two calls. It is sealed and not stored. */
export interface Ticket {
  /** Random: a passkey signs it as its challenge. */
  readonly id: string
  readonly content: string
  readonly expiresAt: Temporal.Instant
}

const minutes = 5

export function writeTicket(
  deps: { readonly keyRing: KeyRing; readonly clock: Clock },
  purpose: TicketPurpose,
  content: string,
): { readonly id: string; readonly sealed: string } {
  const id = mintToken()
  const expires = deps.clock().add({ minutes }).epochMilliseconds
  return { id, sealed: writeSealedToken(deps.keyRing, purpose, `${id} ${expires} ${content}`) }
}

export function readTicket(
  deps: { readonly keyRing: KeyRing; readonly clock: Clock },
  purpose: TicketPurpose,
  sealed: string,
): Ticket {
  const [id, expires, content] = readSealedToken(deps.keyRing, purpose, sealed)?.split(' ') ?? []
  if (id === undefined || content === undefined) throw ticketExpired()
  const expiresAt = Temporal.Instant.fromEpochMilliseconds(Number(expires))
  if (Temporal.Instant.compare(expiresAt, deps.clock()) <= 0) throw ticketExpired()
  return { id, content, expiresAt }
}

/** Refuses a ticket that was used so often before; many at once are counted one by one. */
export async function useTicket(db: Queryable, ticket: Ticket, usesMax: number): Promise<void> {
  if (!(await countTicketUse(db, ticket, usesMax))) throw ticketExpired()
}
