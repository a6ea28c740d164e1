import type { RoomJobs } from '../deadlines/index.ts'
import { carryOutRenewal } from './carry-out-renewal.ts'
import { endWithTerm } from './endorsements/end-next-term.ts'
import { type PriceRenewalDeps, priceRenewal } from './price-renewal.ts'

export function renewalJobs(deps: PriceRenewalDeps) {
  return {
    tasks: { price_renewal: (task) => priceRenewal(deps, task) },
    duties: { renewal: carryOutRenewal(deps), next_term: endWithTerm },
  } satisfies RoomJobs
}
