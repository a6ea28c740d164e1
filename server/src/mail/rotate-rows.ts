import { OperatorError } from '../kernel/index.ts'
import type { Database, Queryable } from '../database/index.ts'
import { type KeyRing, type Sealed, resealDataKey } from '../sealing/index.ts'

/** The sealed rows of a table: how they are found, what they are bound to, how they are kept. */
export interface SealedRows<Row extends Sealed> {
  /** What operators call them. */
  readonly name: string
  bindingOf(row: Row): string
  /** Some that were encrypted with an old key, locked until they are encrypted again. */
  selectStale(tx: Queryable, ringKeyId: string, rowsMax: number): Promise<Row[]>
  updateKey(tx: Queryable, row: Row): Promise<void>
  selectOnePerKey(db: Queryable): Promise<Row[]>
}

const rowsPerTransactionMax = 500

/** After a new key was put in front of the ring: what is sealed is sealed under it. */
export async function rotateRows<Row extends Sealed>(
  rows: SealedRows<Row>,
  db: Database,
  ring: KeyRing,
): Promise<void> {
  const [current] = ring
  for (let done = rowsPerTransactionMax; done === rowsPerTransactionMax;) {
    done = await db.transaction(async (tx) => {
      const stale = await rows.selectStale(tx, current.id, rowsPerTransactionMax)
      for (const row of stale) {
        await rows.updateKey(tx, { ...row, ...resealDataKey(ring, rows.bindingOf(row), row) })
      }
      return stale.length
    })
  }
}

/** Refuses to run with a ring that cannot open the rows. */
export async function assertRingOpensRows<Row extends Sealed>(
  rows: SealedRows<Row>,
  db: Queryable,
  ring: KeyRing,
): Promise<void> {
  for (const row of await rows.selectOnePerKey(db)) {
    try {
      resealDataKey(ring, rows.bindingOf(row), row)
    } catch {
      throw new OperatorError(
        `${rows.name} are sealed with the encryption key "${row.ringKeyId}", which this process does not have or has with other bytes. Set ENCRYPTION_KEYS to the keys that they were sealed with; on several machines, to the same ones everywhere.`,
      )
    }
  }
}
