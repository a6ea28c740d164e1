import { type Clock, todayIn } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import { errorsKeptDays, requestsKeptDays } from './logged-request.ts'
import { deleteOldErrors, deleteOldRequests } from './request-log-store.ts'

/** So many turns of some thousand rows in a sweep. */
const turnsMax = 20

export function requestLogJobs({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  return {
    sweeps: [
      async () => {
        const before = clock().subtract({ hours: requestsKeptDays * 24 })
        for (let turn = 0; turn < turnsMax; turn += 1) {
          if (!(await deleteOldRequests(db, before))) break
        }
      },
      () => deleteOldErrors(db, todayIn('UTC', clock()).subtract({ days: errorsKeptDays })),
    ],
  } satisfies RoomJobs
}
