import type { TaskHandlers } from '../jobs/index.ts'
import type { Duties } from './deadline.ts'

/** The background work of a room. */
export interface RoomJobs {
  /** Handlers of jobs, by the name of their task. */
  readonly tasks?: Partial<TaskHandlers>
  /** Handlers of deadlines, by their kind. */
  readonly duties?: Partial<Duties>
  /** The room's part of the sweep, which runs once a minute. */
  readonly sweeps?: readonly (() => Promise<unknown>)[]
}

/** Sweeps every room. A failing sweep must not stop the others. */
export async function sweepRooms(rooms: readonly Pick<RoomJobs, 'sweeps'>[]): Promise<void> {
  const failures: unknown[] = []
  for (const sweep of rooms.flatMap(({ sweeps = [] }) => sweeps)) {
    try {
      await sweep()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some parts of the sweep failed')
}
