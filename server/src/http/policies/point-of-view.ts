import type { FieldError } from '../../kernel/index.ts'

/** Null for a text that is no moment. */
export function parseMoment(text: string): Temporal.Instant | null {
  try {
    return Temporal.Instant.from(text)
  } catch {
    return null // Not a moment.
  }
}

export function wrong(field: string, rule: string, limit?: string): FieldError {
  const params = limit === undefined ? {} : { params: { [rule]: [limit] } }
  return { code: 'invalid_value', field, rules: [rule], ...params }
}
