/** Time enters every room as an argument; this is the one place that asks the machine. */
export type Clock = () => Temporal.Instant

export const systemClock: Clock = () => Temporal.Now.instant()
