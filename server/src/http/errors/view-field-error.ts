import type { Static } from 'typebox'
import type { FieldError } from '../../kernel/index.ts'
import { explainError } from '../../rules/index.ts'
import type { fieldErrorSchema } from './error.ts'

/** A list of thousands of values would make an answer many times the size of its question. */
const argumentsMax = 100
const argumentsLengthMax = 1_000

/** A failing field as the response shows it, explained in the given language. */
export function viewFieldError(
  error: FieldError,
  language: string,
): Static<typeof fieldErrorSchema> {
  const { code, field, path, rules, params = {} } = error
  return {
    code,
    field,
    ...(path !== undefined && { path }),
    ...(rules !== undefined && { rules: [...rules] }),
    message: explainError(error, language),
    params: Object.fromEntries(
      Object.entries(params)
        // The name of a dataset is of no use to the person who fills in the field.
        .filter(([rule, args]) => rule !== 'in_dataset' && isShort(args))
        .map(([rule, args]) => [rule, [...args]]),
    ),
  }
}

function isShort(args: readonly string[]): boolean {
  if (args.length > argumentsMax) return false
  return args.reduce((length, argument) => length + argument.length, 0) <= argumentsLengthMax
}
