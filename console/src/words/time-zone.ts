import { createStore } from '../store.ts'

const here = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Where the days of the account begin and end: moments are shown as the clocks are there. */
export const timeZone = createStore(here())

/** That of the account; the one of the browser where it has none, or where the browser lacks it. */
export function showTimesIn(zone: string | null): void {
  timeZone.set(zone !== null && isKnown(zone) ? zone : here())
}

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
