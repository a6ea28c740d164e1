import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { expireLeads, rotateLeads } from './tidy-leads.ts'

export function leadJobs(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
}) {
  return {
    sweeps: [() => expireLeads(deps), () => rotateLeads(deps.db, deps.keyRing)],
  } satisfies RoomJobs
}
