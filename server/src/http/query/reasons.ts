import { reason } from '../../kernel/index.ts'
import { invalidMember } from '../reasons.ts'

/** Invalid query parameters. */
export const wrongParameter = reason({
  kind: 'validation_failed',
  code: 'invalid_parameter',
  label: 'parameter',
  when: 'A parameter has an invalid value; the message names it.',
  message: (parameter: string, wanted: string) => `The parameter ${parameter} must be ${wanted}.`,
  errors: (field) => [{ code: 'invalid_value', field }],
  example: ['limit', 'a whole number from 1 to 100'],
})

export const tooLongParameter = (field: string, lengthMax: number) =>
  invalidMember('A parameter is too long, or was sent more than once.', {
    code: 'invalid_value',
    field,
    rules: ['max'],
    params: { max: [String(lengthMax)] },
    kind: 'string',
  })

export const unknownParameter = reason({
  kind: 'validation_failed',
  code: 'unknown_parameter',
  when: 'The call has no such parameter; the message names the nearest one.',
  message: (unknown: readonly string[], hint: string) =>
    `${JSON.stringify(unknown[0])} is not a parameter of this call. ${hint}`,
  errors: (unknown) =>
    unknown.map((field) => ({ code: 'invalid_value', field, rules: ['unknown'] })),
  example: [['colour'], 'There are none.'],
})
