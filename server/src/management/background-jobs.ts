import type { Clock } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import type { Catalogue } from '../products/index.ts'
import { checkBook } from './check-book.ts'

export function managementJobs(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
}) {
  return { tasks: { check_book: (task) => checkBook(deps, task) } } satisfies RoomJobs
}
