import type { Static } from 'typebox'
import type { FieldError } from '../../kernel/index.ts'
import { explainError } from '../../rules/index.ts'
import type { fieldErrorSchema } from './error.ts'

/** A list of thousands of values would make an answer many times the size of its question. */
const argumentsMax = 100
const argumentsLengthMax = 1_000

/** A failing field as it is told, in a language that people read. */
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
        // Which dataset it is, or that there is one, is not for whoever fills in a field.
        .filter(([rule, args]) => rule !== 'in_dataset' && isShort(args))
        .map(([rule, args]) => [rule, [...args]]),
    ),
  }
}

function isShort(args: readonly string[]): boolean {
  if (args.length > argumentsMax) return false
  return args.reduce((length, argument) => length + argument.length, 0) <= argumentsLengthMax
}
