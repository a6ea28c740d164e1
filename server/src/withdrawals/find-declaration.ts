import { type DeclarationId, isId } from '../kernel/index.ts'
import type { Page, PageRows, Queryable } from '../database/index.ts'
import { type Caller, isWithin } from '../identity/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { Declaration } from './declaration.ts'
import {
  type DeclarationSearch,
  type StoredDeclaration,
  selectDeclaration,
  selectDeclarations,
} from './declaration-store.ts'
import { declarationNotFound } from './reasons.ts'
import { openContent } from './seal-content.ts'

interface FindDeps {
  readonly db: Queryable
  readonly keyRing: KeyRing
}

/** A declaration that the caller may see: of its account, its mode and its limits. */
export async function findDeclaration(
  { db, keyRing }: FindDeps,
  caller: Caller,
  id: string,
): Promise<Declaration> {
  const found = isId('wdl', id) ? await selectDeclaration(db, id) : undefined
  return opened(keyRing, assertSeen(caller, id, found))
}

/** For those who act for the platform. */
export async function findReceived(
  { db, keyRing }: FindDeps,
  id: DeclarationId,
): Promise<Declaration> {
  const found = await selectDeclaration(db, id)
  if (found === undefined) throw new Error(`${id} is gone`)
  return opened(keyRing, found)
}

export function assertSeen(
  { account, livemode, limits }: Caller,
  id: string,
  found: StoredDeclaration | undefined,
): StoredDeclaration {
  const isSeen =
    found !== undefined &&
    found.insurerId === account.id &&
    found.livemode === livemode &&
    isWithin(limits, { productId: found.productId, distributorId: null })
  if (!isSeen) throw declarationNotFound(id)
  return found
}

/** Newest first. */
export async function searchDeclarations(
  { db, keyRing }: FindDeps,
  wanted: DeclarationSearch,
  page: Page,
): Promise<PageRows<Declaration>> {
  const { rows, hasMore } = await selectDeclarations(db, wanted, page)
  return { rows: rows.map((stored) => opened(keyRing, stored)), hasMore }
}

export function opened(ring: KeyRing, stored: StoredDeclaration): Declaration {
  const { ringKeyId, sealedKey, sealedData, ...declaration } = stored
  const content = openContent(ring, stored.id, { ringKeyId, sealedKey, sealedData })
  return { ...declaration, content }
}
