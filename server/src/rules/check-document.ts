import type { FieldError, Json } from '../kernel/index.ts'
import { checkField } from './check-field.ts'
import type { CompiledField } from './check-field.ts'
import type { Scope } from './rule-spec.ts'
import type { CheckContext, Checker, LiteralLookup } from './rule-types.ts'
import { isUnsaid } from './values.ts'
import { valueAt, visitAll } from './walk.ts'

/** A body full of array elements must not buy an answer many times its size. */
const errorsMax = 1_000
/** Literals beyond these are not looked up, so they are not found. */
const lookupsMax = 1_000

export function makeChecker(fields: readonly CompiledField[]): Checker {
  const looking = fields.filter((field) => field.looking.length > 0)
  return {
    fieldCount: fields.length,
    lookups: (document) => lookupsOf(looking, newScope(document, withoutItems)),
    check: (document, context) => errorsOf(fields, newScope(document, context)),
  }
}

function errorsOf(fields: readonly CompiledField[], scope: Scope): FieldError[] {
  const errors: FieldError[] = []
  for (const field of fields) {
    if (field.isMany) visitAll(field.location, scope, (value) => note(field, value, scope, errors))
    else note(field, valueAt(field.location, scope), scope, errors)
  }
  return errors
}

function note(
  field: CompiledField,
  value: Json | undefined,
  scope: Scope,
  errors: FieldError[],
): void {
  if (errors.length === errorsMax) return
  const error = checkField(field, value, scope)
  if (error !== null) errors.push(error)
}

function lookupsOf(looking: readonly CompiledField[], scope: Scope): LiteralLookup[] {
  const lookups: LiteralLookup[] = []
  for (const field of looking) {
    visitAll(field.location, scope, (value) => {
      if (isUnsaid(value)) return
      for (const check of field.looking) {
        for (const lookup of check.lookups?.(value) ?? []) {
          if (lookups.length < lookupsMax) lookups.push(lookup)
        }
      }
    })
  }
  return lookups
}

function newScope(document: Scope['document'], context: CheckContext): Scope {
  return { document, context, positions: [], tallies: new Map() }
}

/** What is asked for before the items are known. */
const withoutItems: CheckContext = {
  today: Temporal.PlainDate.from('2000-01-01'),
  item: () => undefined,
  hasLiteral: () => false,
}
