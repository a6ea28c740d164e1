import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { rotateSecrets } from './rotate-secrets.ts'

export function policyJobs(deps: { readonly db: Database; readonly keyRing: KeyRing }) {
  return {
    sweeps: [() => rotateSecrets(deps.db, deps.keyRing)],
  } satisfies RoomJobs
}
