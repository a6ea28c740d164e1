import { type Clock, OperatorError } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import {
  dropContents,
  selectOneLeadPerKey,
  selectStaleLeads,
  updateSealedKey,
} from './lead-store.ts'
import { resealContent } from './seal-content.ts'

const leadsPerTransactionMax = 200

/** Forgets what was entered for sales that were never made, once their time is over. */
export async function expireLeads({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  for (let done = leadsPerTransactionMax; done === leadsPerTransactionMax;) {
    done = await db.transaction(async (tx) => {
      const now = clock()
      const expired = await dropContents(tx, now, leadsPerTransactionMax)
      const news = expired.map((about) => ({ type: 'lead.expired', about, data: {} }) as const)
      if (news.length > 0) await recordEvents(tx, news, now)
      return expired.length
    })
  }
}

/** After a new key was put in front of the ring: what is sealed is sealed under it. */
export async function rotateLeads(db: Database, ring: KeyRing): Promise<void> {
  const [current] = ring
  for (let done = leadsPerTransactionMax; done === leadsPerTransactionMax;) {
    done = await db.transaction(async (tx) => {
      const stale = await selectStaleLeads(tx, current.id, leadsPerTransactionMax)
      for (const { id, ...sealed } of stale) {
        await updateSealedKey(tx, { id, ...resealContent(ring, id, sealed) })
      }
      return stale.length
    })
  }
}

/** Refuses to run with a ring that cannot open what customers have saved. */
export async function assertRingOpensLeads(db: Database, ring: KeyRing): Promise<void> {
  for (const { id, ...sealed } of await selectOneLeadPerKey(db)) {
    try {
      resealContent(ring, id, sealed)
    } catch {
      throw new OperatorError(
        `Saved sales are sealed with the encryption key "${sealed.ringKeyId}", which this process does not have or has with other bytes. Set ENCRYPTION_KEYS to the keys that they were sealed with; on several machines, to the same ones everywhere.`,
      )
    }
  }
}
