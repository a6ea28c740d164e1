import { type Press, type PressOptions, openPress } from './press.ts'

/** One press for what customers get, and a quick one for trials. Neither starts before it is needed. */
export interface Presses {
  readonly customers: Press
  readonly trials: Press
  close(): Promise<void>
}

export function openPresses(options: Pick<PressOptions, 'onFailedStart'>): Presses {
  const customers = openPress(options)
  const trials = openPress({ ...options, isBrief: true })
  return {
    customers,
    trials,
    close: async () => {
      await Promise.all([customers.close(), trials.close()])
    },
  }
}
