import { isTimestamp } from '../../rules/index.ts'
import { notAMoment } from './reasons.ts'

/** A moment in a body; without an offset it would not say when. */
export function readMoment(field: string, text: string): Temporal.Instant {
  if (!isTimestamp(text)) throw notAMoment(field)
  return Temporal.Instant.from(text)
}
