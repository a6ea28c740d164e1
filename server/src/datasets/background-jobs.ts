import type { Database } from '../database/index.ts'
import type { RoomJobs } from '../deadlines/index.ts'
import { tidyDatasets } from './tidy-datasets.ts'

export function datasetJobs({ db }: { readonly db: Database }) {
  return { sweeps: [() => tidyDatasets(db)] } satisfies RoomJobs
}
