import type { RoomJobs } from '../deadlines/index.ts'
import { invoicedAtOnce } from '../policy-transactions/index.ts'
import { type InstalmentDeps, askForAdjustment, askForInstalments } from './ask-for-instalments.ts'
import { type PortfolioDeps, postLeftReceipts } from './post-bank-receipt.ts'

export function billingJobs(deps: InstalmentDeps & PortfolioDeps) {
  return {
    duties: {
      instalment: (tx, deadline, moment) =>
        deadline.key.startsWith(invoicedAtOnce)
          ? askForAdjustment(deps, tx, deadline, moment)
          : askForInstalments(deps, tx, deadline, moment),
    },
    sweeps: [() => postLeftReceipts(deps)],
  } satisfies RoomJobs
}
