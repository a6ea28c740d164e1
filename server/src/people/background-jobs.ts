import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { deleteExpiredTickets } from './factors/ticket-store.ts'
import { rotateTotp } from './factors/totp-secret.ts'
import { deleteOldLinks } from './links/link-store.ts'
import { deleteOldSessions } from './sessions/session-store.ts'
import { deleteOldFailures } from './sign-in/sign-in-failure-store.ts'

/** The lists of people show for this long when somebody was last seen. */
const sessionsKeptHours = 90 * 24
/** Administrators see expired invitations for this long. */
const linksKeptHours = 30 * 24
/** After an hour without a failure, counting begins anew. */
const failuresKeptHours = 24

export function peopleJobs(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
}) {
  const { db, clock, keyRing } = deps
  const ago = (hours: number) => clock().subtract({ hours })
  return {
    sweeps: [
      () => rotateTotp(db, keyRing),
      () => deleteExpiredTickets(db, clock()),
      () => deleteOldSessions(db, ago(sessionsKeptHours)),
      () => deleteOldLinks(db, ago(linksKeptHours)),
      () => deleteOldFailures(db, ago(failuresKeptHours)),
    ],
  } satisfies RoomJobs
}
