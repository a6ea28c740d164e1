import type { RoomJobs } from '../deadlines/index.ts'
import { type InstalmentDeps, askForInstalments } from './ask-for-instalments.ts'
import { type BookDeps, bookLeftReceipts } from './book-bank-receipt.ts'

export function billingJobs(deps: InstalmentDeps & BookDeps) {
  return {
    duties: {
      instalment: (tx, deadline, moment) => askForInstalments(deps, tx, deadline, moment),
    },
    sweeps: [() => bookLeftReceipts(deps)],
  } satisfies RoomJobs
}
