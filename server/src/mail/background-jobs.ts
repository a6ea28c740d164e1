import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { rotateMails } from './rotate-mails.ts'

export function mailJobs({ db, keyRing }: { readonly db: Database; readonly keyRing: KeyRing }) {
  return { sweeps: [() => rotateMails(db, keyRing)] } satisfies RoomJobs
}
