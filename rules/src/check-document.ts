import type { FieldError, Json } from './words/index.ts'
import { checkField, stepsToCheck, tooMuch } from './check-field.ts'
import type { CompiledField } from './check-field.ts'
import type { Scope } from './rule-spec.ts'
import type { CheckContext, Checker, LiteralLookup, QuoteAnswers } from './rule-types.ts'
import { isUnanswered } from './values.ts'
import { valueAt, visitAll } from './walk.ts'

/** A body full of array elements must not buy an answer many times its size. */
const errorsMax = 1_000
/** Some forty milliseconds, a thousand times what a form takes: other requests are waiting. */
const stepsMax = 400_000
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
  let stepsLeft = stepsMax
  for (const field of fields) {
    if (errors.length === errorsMax || stepsLeft < 0) break
    const note = (value: Json | undefined) => {
      if (errors.length === errorsMax || stepsLeft < 0) return
      stepsLeft -= stepsToCheck(field, value)
      const error = stepsLeft < 0 ? tooMuch(field, scope) : checkField(field, value, scope)
      if (error !== null) errors.push(error)
    }
    if (field.isMany) visitAll(field.location, scope, note)
    else note(valueAt(field.location, scope))
  }
  return errors
}

function lookupsOf(looking: readonly CompiledField[], scope: Scope): LiteralLookup[] {
  const lookups: LiteralLookup[] = []
  for (const field of looking) {
    visitAll(field.location, scope, (value) => {
      if (isUnanswered(value)) return
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
  const { quote } = context
  return {
    document,
    context,
    positions: [],
    tallies: new Map(),
    valuesOf: (id) => context.item(id)?.values,
    quote: quote === undefined ? null : quoteScope(quote, context),
  }
}

function quoteScope(quote: QuoteAnswers, context: CheckContext): Scope {
  return {
    document: quote.document,
    context,
    positions: [],
    tallies: new Map(),
    valuesOf: (id) => quote.item(id)?.values,
    quote: null,
  }
}

/** A context without items, at a fixed time, for collecting the items that a document names. */
const withoutItems: CheckContext = {
  get now() {
    return Temporal.PlainDateTime.from('2000-01-01T12:00')
  },
  item: () => undefined,
  hasLiteral: () => false,
}
