import type { RoomJobs } from '../deadlines/index.ts'
import { keepFigures } from './keep-figures.ts'

export function figureJobs(deps: Parameters<typeof keepFigures>[0]) {
  return { sweeps: [() => keepFigures(deps)] } satisfies RoomJobs
}
