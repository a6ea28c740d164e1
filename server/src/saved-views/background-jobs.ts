import type { RoomJobs } from '../deadlines/index.ts'
import { countViews } from './count-views.ts'

export function savedViewJobs(deps: Parameters<typeof countViews>[0]) {
  return { sweeps: [() => countViews(deps)] } satisfies RoomJobs
}
