import type { FieldError } from './words.ts'
import { reason } from './reason.ts'

/** Data that breaks rules, of the product or of the call, with all failing fields at once. */
export const invalidData = reason({
  kind: 'validation_failed',
  code: 'invalid_data',
  when: 'Fields break the rules of the product or of the call; `errors` lists all of them.',
  message: (_errors: readonly FieldError[], _language: string | null) => 'Data validation failed.',
  errors: (errors) => errors,
  /** Without one, the caller's. */
  language: (_errors, language) => language ?? undefined,
  example: [
    [{ code: 'required', field: 'employee_number', path: 'data', rules: ['required'] }],
    null,
  ],
})
export const unreadableBody = reason({
  kind: 'malformed_request',
  code: 'not_json',
  when: 'The body cannot be parsed.',
  message: (fault: string) => `The request body ${fault}.`,
  example: ['is not valid JSON: Unexpected end of JSON input'],
})
