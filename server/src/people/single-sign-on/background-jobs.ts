import { type Clock, OperatorError } from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import type { RoomJobs } from '../../deadlines/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import { resealClientSecret } from './identity-provider.ts'
import {
  selectOneProviderPerKey,
  selectStaleProviders,
  updateSealedSecret,
} from './identity-provider-store.ts'
import { deleteExpiredStates } from './identity-store.ts'

const providersPerTransactionMax = 200

export function singleSignOnJobs(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
}) {
  return {
    sweeps: [
      () => rotateClientSecrets(deps.db, deps.keyRing),
      () => deleteExpiredStates(deps.db, deps.clock()),
    ],
  } satisfies RoomJobs
}

/** Encrypts the client secrets with the newest key of the ring. */
async function rotateClientSecrets(db: Database, ring: KeyRing): Promise<void> {
  const [current] = ring
  for (let done = providersPerTransactionMax; done === providersPerTransactionMax;) {
    done = await db.transaction(async (tx) => {
      const stale = await selectStaleProviders(tx, current.id, providersPerTransactionMax)
      for (const one of stale) {
        await updateSealedSecret(tx, one.accountId, resealClientSecret(ring, one))
      }
      return stale.length
    })
  }
}

/** Refuses to run with a ring that cannot decrypt the client secrets. */
export async function assertRingOpensProviders(db: Database, ring: KeyRing): Promise<void> {
  for (const one of await selectOneProviderPerKey(db)) {
    try {
      resealClientSecret(ring, one)
    } catch {
      throw new OperatorError(
        `Secrets of identity providers are sealed with the encryption key "${one.ringKeyId}", which this process does not have or has with other bytes. Set ENCRYPTION_KEYS to the keys that they were sealed with; on several machines, to the same ones everywhere.`,
      )
    }
  }
}
