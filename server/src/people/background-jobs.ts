import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { deleteExpiredTickets } from './factors/ticket-store.ts'
import { rotateTotp } from './factors/totp-secret.ts'
import { deleteOldSessions } from './sessions/session-store.ts'
import { deleteOldFailures } from './sign-in/sign-in-failure-store.ts'

/** As long as a session can last at most. */
const sessionDaysKept = 14
/** Counting begins anew before. */
const failureHoursKept = 2

export function peopleJobs(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
}) {
  return {
    sweeps: [
      () => rotateTotp(deps.db, deps.keyRing),
      () => deleteExpiredTickets(deps.db, deps.clock()),
      () => deleteOldSessions(deps.db, deps.clock().subtract({ hours: 24 * sessionDaysKept })),
      () => deleteOldFailures(deps.db, deps.clock().subtract({ hours: failureHoursKept })),
    ],
  } satisfies RoomJobs
}
