import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import { sumMonth } from './close-month.ts'

export function accountingJobs(deps: { readonly db: Database; readonly clock: Clock }) {
  return { tasks: { sum_month: (task) => sumMonth(deps, task) } } satisfies RoomJobs
}
