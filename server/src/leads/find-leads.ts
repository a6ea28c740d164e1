import { type Clock, isId } from '../kernel/index.ts'
import type { Page, PageRows, Queryable } from '../database/index.ts'
import { type Caller, seenBy } from '../identity/index.ts'
import { type Catalogue, assertPageAllowed } from '../products/index.ts'
import { type KeyRing, secretMatches } from '../sealing/index.ts'
import { type Lead, secretIn } from './lead.ts'
import { type LeadSearch, type StoredLead, selectLead, selectLeads } from './lead-store.ts'
import { leadNotFound } from './reasons.ts'
import { openContent } from './seal-content.ts'

export interface FindDeps {
  readonly db: Queryable
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly keyRing: KeyRing
}

/** A lead for a caller with a secret key or with the lead's token. An expired lead is not found. */
export async function findLead(
  { db, clock, catalogue, keyRing }: FindDeps,
  caller: Caller,
  { id, token }: { readonly id: string; readonly token: string | null },
): Promise<Lead> {
  const stored = isId('led', id) ? seenBy(caller, await selectLead(db, id)) : undefined
  if (stored === undefined || (caller.keyKind === 'public' && !isShown(token, stored))) {
    throw leadNotFound(id)
  }
  await assertPageAllowed(catalogue, caller, stored)
  if (Temporal.Instant.compare(stored.expiresAt, clock()) <= 0) throw leadNotFound(id)
  return opened(keyRing, stored)
}

function isShown(token: string | null, { id, secretHash }: StoredLead): boolean {
  const secret = token === null ? null : secretIn(token, id)
  return secret !== null && secretMatches(secret, secretHash)
}

/** Newest first; of those that have expired only that they were there. */
export async function searchLeads(
  { db, keyRing }: Pick<FindDeps, 'db' | 'keyRing'>,
  wanted: LeadSearch,
  page: Page,
): Promise<PageRows<Lead>> {
  const { rows, hasMore } = await selectLeads(db, wanted, page)
  return { rows: rows.map((stored) => opened(keyRing, stored)), hasMore }
}

function opened(ring: KeyRing, stored: StoredLead): Lead {
  const { secretHash: _, ringKeyId, sealedKey, sealedData, ...lead } = stored
  const isDropped = ringKeyId === null || sealedKey === null || sealedData === null
  if (isDropped) return { ...lead, content: null }
  return { ...lead, content: openContent(ring, lead.id, { ringKeyId, sealedKey, sealedData }) }
}
