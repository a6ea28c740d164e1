import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ClockId } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { selectJobBesideDocuments } from '../support/queue.ts'
import { managerOn } from './manager.ts'

/** A test clock of the demo's insurer. */
export async function newClock(platform: TestPlatform, at: string): Promise<ClockId> {
  const made = await managerOn(platform).post('/manage/clocks', { at })
  expect(made.statusCode).toBe(200)
  return made.json<{ id: ClockId }>().id
}

/** Lets it go on as far as it goes, with all jobs that follow: each of its turns makes room for them. */
export async function advanceAll(
  platform: TestPlatform,
  clock: ClockId,
  to: string,
): Promise<{ readonly status: string; readonly at: string; readonly failure: string | null }> {
  await beginAdvance(platform, clock, to)
  for (;;) {
    await platform.runDue()
    const shown = (await managerOn(platform).get(`/manage/clocks/${clock}`)).json<{
      status: string
      at: string
      failure: string | null
    }>()
    if (shown.status !== 'advancing') return shown
    platform.clock.advance({ seconds: 1 })
  }
}

const betweenLooksMs = 20

/** Runs jobs for as long as somebody else is at work who waits for them. */
export async function workingMeanwhile<Result>(
  platform: TestPlatform,
  work: Promise<Result>,
): Promise<Result> {
  const at = { work: true }
  const over = () => {
    at.work = false
  }
  work.then(over, over)
  while (at.work) {
    if (await hasJobs(platform)) {
      await platform.runDue()
      platform.clock.advance({ seconds: 1 })
    }
    await pause(betweenLooksMs) // What is waited for needs the machine too.
  }
  return work
}

/** Whether there is anything to run: to ask costs a tenth of what it takes to run nothing. */
async function hasJobs({ db }: TestPlatform): Promise<boolean> {
  const jobs = await db.query(selectJobBesideDocuments)
  return jobs.length > 0
}

/** Requests that the clock advances; it does as soon as somebody runs jobs. */
export async function beginAdvance(
  platform: TestPlatform,
  clock: ClockId,
  to: string,
): Promise<void> {
  const response = await managerOn(platform).post(`/manage/clocks/${clock}/advance`, { to })
  expect(response.statusCode).toBe(202)
}
