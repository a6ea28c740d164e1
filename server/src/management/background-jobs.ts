import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import type { Catalogue } from '../products/index.ts'
import { checkPortfolio } from './check-portfolio.ts'

export function managementJobs(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
}) {
  return { tasks: { check_portfolio: (task) => checkPortfolio(deps, task) } } satisfies RoomJobs
}
