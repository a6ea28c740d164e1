import { isTimestamp } from '../../rules/index.ts'
import { notAMoment } from './reasons.ts'

/** A timestamp in a body; without an offset it would be ambiguous. */
export function readMoment(field: string, text: string): Temporal.Instant {
  if (!isTimestamp(text)) throw notAMoment(field)
  return Temporal.Instant.from(text)
}
