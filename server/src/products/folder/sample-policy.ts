import { isJsonObject, type Json, type JsonObject, middayOf } from '../../kernel/index.ts'
import { type FieldRule, parseRules } from '../../rules/index.ts'
import type { ItemDefinition } from '../product-definition.ts'
import type { CompiledItem } from './compile-product.ts'
import { resolveDates } from './date-phrases.ts'
import { sampleValue } from './sample-value.ts'

/** Policy data that an item's field definition accepts, or null where guessing does not get there. */
export function samplePolicy(
  item: ItemDefinition,
  compiled: CompiledItem,
  language: string,
  /** The answers that the policy goes with. */
  quote: JsonObject,
  today: Temporal.PlainDate,
): JsonObject | null {
  const fields = item.fieldDefinition.definition.policy
  const accepts = (policy: JsonObject): boolean =>
    compiled.policyChecker.check(resolveDates(policy, today), {
      now: middayOf(today),
      item: () => undefined,
      hasLiteral: () => false,
      quote: { document: { data: quote }, item: () => undefined },
    }).length === 0
  const required = fields.filter((field) => /\brequired/.test(field.validation))
  // Rules such as required_without are met by filling in everything.
  const guesses = [required, fields].map((chosen) => fillIn(chosen, language))
  return guesses.find(accepts) ?? null
}

function fillIn(fields: readonly FieldRule[], language: string): JsonObject {
  const policy: JsonObject = {
    first_name: 'Robin',
    last_name: 'Sample',
    email: 'robin.sample@example.com',
    language,
    data: {},
  }
  for (const field of fields) {
    const parsed = parseRules(field, 'fields.json')
    if (!parsed.ok) continue
    const whole = field.path === null ? field.name : `${field.path}.${field.name}`
    if (field.path === null && Object.hasOwn(policy, field.name)) continue
    const value = sampleValue(field.name, parsed.rules)
    if (value !== undefined) put(policy, whole.split('.'), value)
  }
  return policy
}

/** Puts a value where its dotted place is, making lists of one and objects on the way. */
export function put(into: JsonObject | Json[], steps: readonly string[], value: Json): void {
  const [step, ...rest] = steps
  if (step === undefined) return
  const inside = step === '*' ? into : Array.isArray(into) ? (into[0] ??= {}) : into
  if (step === '*') {
    if (!Array.isArray(inside)) return
    if (rest.length === 0) inside[0] = value
    else put(inside, rest, value)
    return
  }
  if (!isJsonObject(inside)) return
  if (rest.length === 0) {
    inside[step] = value
    return
  }
  const next = (inside[step] ??= rest[0] === '*' ? [] : {})
  if (Array.isArray(next) || isJsonObject(next)) put(next, rest, value)
}
