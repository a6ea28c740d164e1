import type { FieldError, Json } from './words/index.ts'
import { writeName } from './locations.ts'
import type { CompiledRule, Judges, Kind, Location, Scope } from './rule-spec.ts'
import { isMissing, isUnanswered, kindOf } from './values.ts'

export interface FieldCheck extends CompiledRule {
  readonly name: string
  /** As the rule string has them. */
  readonly args: readonly string[]
  readonly judges: Judges
  readonly takes: readonly Kind[]
}

export interface CompiledField {
  readonly name: string
  readonly path: string | null
  readonly location: Location
  /** Whether the location has a `*`. */
  readonly isMany: boolean
  /** `sometimes`: where the value is absent, not even `required` asks for it. */
  readonly mayBeAbsent: boolean
  /** The kinds that a value may have. */
  readonly kinds: readonly Kind[]
  readonly demanding: readonly FieldCheck[]
  readonly judging: readonly FieldCheck[]
  readonly looking: readonly FieldCheck[]
  /** Rules that state their own cost. */
  readonly dear: readonly FieldCheck[]
}

/** The error of one value, or null. Makes nothing unless there is one. */
export function checkField(
  field: CompiledField,
  value: Json | undefined,
  scope: Scope,
): FieldError | null {
  if (value === undefined && field.mayBeAbsent) return null
  if (field.demanding.length > 0 && isMissing(value)) {
    for (const check of field.demanding) {
      if (check.demands?.(scope) === true) return missing(field, scope)
    }
  }
  if (isUnanswered(value)) return null
  for (const check of field.judging) {
    if (check.passes?.(value, scope) === false) return invalid(field, value, scope)
  }
  return null
}

/** An estimate of the steps to check a value; a step is a tenth of a microsecond or less. */
export function stepsToCheck(field: CompiledField, value: Json | undefined): number {
  let steps = stepsPerValue + field.judging.length + field.demanding.length
  if (field.dear.length === 0 || isUnanswered(value)) return steps
  for (const check of field.dear) steps += check.steps?.(value) ?? 0
  return steps
}

const stepsPerValue = 2

function missing(field: CompiledField, scope: Scope): FieldError {
  const failed = field.demanding.filter((check) => check.demands?.(scope) === true)
  return fieldError('required', field, scope, failed)
}

function invalid(field: CompiledField, value: Json, scope: Scope): FieldError {
  const failed = field.judging.filter((check) => check.passes?.(value, scope) === false)
  const kind = kindOf(value)
  return fieldError('invalid_value', field, scope, worthReporting(failed, kind, field.kinds), kind)
}

/**
 * Of the failed rules, those worth reporting. The text "abc" for `integer|min:5` fails
 * `integer`; that its three characters are fewer than five is of no use to anyone.
 */
function worthReporting(
  failed: readonly FieldCheck[],
  kind: Kind | null,
  kinds: readonly Kind[],
): readonly FieldCheck[] {
  const isWrongKind = kind === null || !kinds.includes(kind)
  const isWrongType = failed.some((check) => check.judges === 'type')
  const isWrongForm = failed.some((check) => check.judges === 'date form')
  return failed.filter((check) => {
    if (check.judges === 'type' || check.judges === 'anything') return true
    if (check.judges === 'date' && isWrongForm) return false
    if (!isWrongKind) return true
    return !isWrongType && kind !== null && !check.takes.includes(kind)
  })
}

/** A check that takes too long counts as failed. */
export function tooMuch(field: CompiledField, scope: Scope): FieldError {
  return { code: 'invalid_value', ...placeOf(field, scope), rules: ['too_much'] }
}

function fieldError(
  code: FieldError['code'],
  field: CompiledField,
  scope: Scope,
  failed: readonly FieldCheck[],
  kind: Kind | null = null,
): FieldError {
  const rules = failed.map((check) => check.name)
  const taking = failed.filter((check) => check.args.length > 0)
  return {
    code,
    ...placeOf(field, scope),
    rules,
    ...(taking.length > 0 && {
      params: Object.fromEntries(taking.map((check) => [check.name, check.args])),
    }),
    ...(kind !== null && { kind }),
  }
}

function placeOf(field: CompiledField, scope: Scope): Pick<FieldError, 'field' | 'path'> {
  const name = writeName(field.name, scope.positions)
  return field.path === null ? { field: name } : { field: name, path: field.path }
}
