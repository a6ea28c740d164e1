import { OperatorError } from '../kernel/index.ts'
import type { Clock, WebhookId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { deleteDeliveries, deleteOldDeliveries } from './delivery-store.ts'
import {
  selectOneWebhookSecretPerKey,
  selectStaleWebhookSecrets,
  updateSealedKey,
} from './secret-store.ts'
import { resealSecret } from './webhook-secret.ts'
import { deleteWebhookRow, selectDeletedWebhooks, selectWebhooksAtRandom } from './webhook-store.ts'

const deliveredKeptDays = 7
const parkedKeptDays = 90
/** In one statement, and in one sweep. */
const rowsPerStatementMax = 5_000
const rowsPerSweepMax = 200_000

/** Deletes the rest of deleted endpoints, and deliveries past their retention. */
export async function tidyWebhooks({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  let rowsLeft = rowsPerSweepMax
  /** True where nothing is left; false where the next sweep has to go on. */
  const drop = async (dropSome: () => Promise<number>): Promise<boolean> => {
    while (rowsLeft > 0) {
      const dropped = await dropSome()
      rowsLeft -= dropped
      if (dropped < rowsPerStatementMax) return true
    }
    return false
  }
  for (const id of await selectDeletedWebhooks(db)) {
    const isEmpty = await drop(() => deleteDeliveries(db, id, rowsPerStatementMax))
    if (isEmpty) await deleteWebhookRow(db, id)
  }
  const now = clock()
  // In a random order, so that one endpoint's many rows cannot keep out the others for ever.
  for (const id of await selectWebhooksAtRandom(db)) {
    await drop(() => dropOld(db, id, 'delivered', now.subtract({ hours: 24 * deliveredKeptDays })))
    await drop(() => dropOld(db, id, 'parked', now.subtract({ hours: 24 * parkedKeptDays })))
  }
}

/** Ids begin with their time. */
function dropOld(
  db: Database,
  id: WebhookId,
  state: 'delivered' | 'parked',
  triedBefore: Temporal.Instant,
): Promise<number> {
  const before = `evt_${triedBefore.epochMilliseconds.toString(16).padStart(12, '0')}`
  return deleteOldDeliveries(db, id, { state, before, triedBefore, rowsMax: rowsPerStatementMax })
}

const secretsPerTransactionMax = 200

/** Encrypts the secrets of endpoints with the newest key of the ring. */
export async function rotateWebhookSecrets(db: Database, ring: KeyRing): Promise<void> {
  const [current] = ring
  for (let done = secretsPerTransactionMax; done === secretsPerTransactionMax;) {
    done = await db.transaction(async (tx) => {
      const stale = await selectStaleWebhookSecrets(tx, current.id, secretsPerTransactionMax)
      for (const secret of stale) await updateSealedKey(tx, resealSecret(ring, secret))
      return stale.length
    })
  }
}

/** Refuses to run with a ring that cannot decrypt the secrets of endpoints. */
export async function assertRingOpensWebhooks(db: Database, ring: KeyRing): Promise<void> {
  for (const secret of await selectOneWebhookSecretPerKey(db)) {
    try {
      resealSecret(ring, secret)
    } catch {
      throw new OperatorError(
        `Secrets of webhooks are sealed with the encryption key "${secret.ringKeyId}", which this process does not have or has with other bytes. Set ENCRYPTION_KEYS to the keys that they were sealed with; on several machines, to the same ones everywhere.`,
      )
    }
  }
}
