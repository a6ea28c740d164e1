import type { Check } from './check.ts'

/** The time of the server, and when the request was sent and its answer received. */
export interface ClockReading {
  readonly date: string | null
  readonly sentAt: number
  readonly receivedAt: number
}

/** The Date header is whole seconds, and clocks drift; more than this is a wrong clock. */
const differenceSecondsMax = 5

export function describeClock(reading: ClockReading | null): Check {
  const theirs = Date.parse(reading?.date ?? '')
  if (reading === null || Number.isNaN(theirs)) {
    return { name: 'clock', state: 'warning', message: 'the server sent no time', fix: '' }
  }
  const seconds = secondsApart(theirs, reading)
  if (Math.abs(seconds) <= differenceSecondsMax) {
    return { name: 'clock', state: 'ok', message: 'the server and this machine agree', fix: '' }
  }
  return {
    name: 'clock',
    state: 'warning',
    message: `the server is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead' : 'behind'}`,
    fix: 'Synchronise both machines with a time server: days begin and quotes expire by the clock.',
  }
}

/** From the nearest moment of the request: a server that answers late has no wrong clock. */
function secondsApart(theirs: number, { sentAt, receivedAt }: ClockReading): number {
  const nearest = Math.min(Math.max(theirs, sentAt), receivedAt)
  return Math.round((theirs - nearest) / 1000)
}
