import type { Database, Queryable } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { sealedServers } from './own-server/own-server.ts'
import { sealedReports } from './reports/kept-report.ts'
import { assertRingOpensRows, rotateRows } from './rotate-rows.ts'
import { sealedMails } from './seal-mail.ts'
import { sealedSecrets } from './secret/mail-secret.ts'
import { sealedSuppressions } from './suppression/suppression.ts'

export function mailJobs({ db, keyRing }: { readonly db: Database; readonly keyRing: KeyRing }) {
  return {
    sweeps: [
      () => rotateRows(sealedMails, db, keyRing),
      () => rotateRows(sealedServers, db, keyRing),
      () => rotateRows(sealedSecrets, db, keyRing),
      () => rotateRows(sealedSuppressions, db, keyRing),
      () => rotateRows(sealedReports, db, keyRing),
    ],
  } satisfies RoomJobs
}

/** Refuses to run with a ring that cannot open what this room has sealed. */
export async function assertRingOpensMails(db: Queryable, ring: KeyRing): Promise<void> {
  await assertRingOpensRows(sealedMails, db, ring)
  await assertRingOpensRows(sealedServers, db, ring)
  await assertRingOpensRows(sealedSecrets, db, ring)
  await assertRingOpensRows(sealedSuppressions, db, ring)
  await assertRingOpensRows(sealedReports, db, ring)
}
