import { expect } from 'vitest'
import type { ClockId } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { managerOn } from './manager.ts'

/** A test clock of the demo's insurer. */
export async function newClock(platform: TestPlatform, at: string): Promise<ClockId> {
  const made = await managerOn(platform).post('/manage/clocks', { at })
  expect(made.statusCode).toBe(200)
  return made.json<{ id: ClockId }>().id
}

/** Orders it to go on; it does as soon as somebody runs jobs. */
export async function beginAdvance(
  platform: TestPlatform,
  clock: ClockId,
  to: string,
): Promise<void> {
  const ordered = await managerOn(platform).post(`/manage/clocks/${clock}/advance`, { to })
  expect(ordered.statusCode).toBe(202)
}
