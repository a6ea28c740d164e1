import { type DeclarationId, OperatorError } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { type KeyRing, type Sealed, open, resealDataKey, seal } from '../sealing/index.ts'
import type { DeclaredContent } from './declaration.ts'
import {
  selectOneDeclarationPerKey,
  selectStaleDeclarations,
  updateDeclarationKey,
} from './declaration-store.ts'

const rowsPerTransaction = 500

const boundTo = (id: DeclarationId) => `the withdrawal ${id}`

export function sealContent(ring: KeyRing, id: DeclarationId, content: DeclaredContent): Sealed {
  return seal(ring, boundTo(id), Buffer.from(JSON.stringify(content)))
}

export function openContent(ring: KeyRing, id: DeclarationId, sealed: Sealed): DeclaredContent {
  // Sealed by us, and bound to this declaration.
  return JSON.parse(open(ring, boundTo(id), sealed).toString()) as DeclaredContent
}

/** After a new key was put in front of the ring: what is sealed is sealed under it. */
export async function rotateDeclarations(db: Database, ring: KeyRing): Promise<void> {
  const [current] = ring
  for (let done = rowsPerTransaction; done === rowsPerTransaction;) {
    done = await db.transaction(async (tx) => {
      const stale = await selectStaleDeclarations(tx, current.id, rowsPerTransaction)
      for (const { id, ...sealed } of stale) {
        await updateDeclarationKey(tx, { id, ...resealDataKey(ring, boundTo(id), sealed) })
      }
      return stale.length
    })
  }
}

/** Refuses to run with a ring that cannot open what customers have declared. */
export async function assertRingOpensDeclarations(db: Database, ring: KeyRing): Promise<void> {
  for (const { id, ...sealed } of await selectOneDeclarationPerKey(db)) {
    try {
      resealDataKey(ring, boundTo(id), sealed)
    } catch {
      throw new OperatorError(
        `Declared withdrawals are sealed with the encryption key "${sealed.ringKeyId}", which this process does not have or has with other bytes. Set ENCRYPTION_KEYS to the keys that they were sealed with; on several machines, to the same ones everywhere.`,
      )
    }
  }
}
