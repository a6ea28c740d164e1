import type { RoomJobs } from '../deadlines/index.ts'
import { type InstalmentDeps, askForInstalments } from './ask-for-instalments.ts'
import { type PortfolioDeps, postLeftReceipts } from './post-bank-receipt.ts'

export function billingJobs(deps: InstalmentDeps & PortfolioDeps) {
  return {
    duties: {
      instalment: (tx, deadline, moment) => askForInstalments(deps, tx, deadline, moment),
    },
    sweeps: [() => postLeftReceipts(deps)],
  } satisfies RoomJobs
}
