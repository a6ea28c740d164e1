import type { TaskHandlers } from '../jobs/index.ts'
import type { Duties } from './deadline.ts'

/** What a room does in the background. */
export interface RoomJobs {
  /** Carries out jobs, by the name of their task. */
  readonly tasks?: Partial<TaskHandlers>
  /** Carries out deadlines of policies, by their kind. */
  readonly duties?: Partial<Duties>
  /** Its part of the sweep, which comes once a minute. */
  readonly sweeps?: readonly (() => Promise<unknown>)[]
}

/** Sweeps every room. A sweep that fails must not keep the others from being done. */
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
