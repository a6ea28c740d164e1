import { timeHexDigits } from './words.ts'

/** The true time at which an id was minted: its first digits after the prefix are that. */
export function realTimeOf(id: string): Temporal.Instant {
  const digits = id.replace(/^([a-z]+_|t)/, '').slice(0, timeHexDigits)
  return Temporal.Instant.fromEpochMilliseconds(Number.parseInt(digits, 16))
}
