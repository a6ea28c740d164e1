import type { Check } from './check.ts'

/** What the server said the time was, and when we asked and inferred. */
export interface ClockReading {
  readonly date: string | null
  readonly sentAt: number
  readonly receivedAt: number
}

/** The Date header is whole seconds, and a line may be slow; more than this is a wrong clock. */
const differenceSecondsMax = 5

export function describeClock(reading: ClockReading | null): Check {
  const theirs = Date.parse(reading?.date ?? '')
  if (reading === null || Number.isNaN(theirs)) {
    return { name: 'clock', state: 'warning', message: 'the server did not say the time', fix: '' }
  }
  const ours = (reading.sentAt + reading.receivedAt) / 2
  const seconds = Math.round((theirs - ours) / 1000)
  if (Math.abs(seconds) <= differenceSecondsMax) {
    return { name: 'clock', state: 'ok', message: 'it agrees with this machine', fix: '' }
  }
  return {
    name: 'clock',
    state: 'warning',
    message: `the server is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead' : 'behind'}`,
    fix: 'Let both machines take the time from the network: days begin and quotes expire by it.',
  }
}
