import { timestamp } from '../../kernel/index.ts'

export function timestampOf(instant: Temporal.Instant | null): string | null {
  return instant === null ? null : timestamp(instant)
}
