import { hasIdShape, isJsonObject } from './words/index.ts'
import type { Json } from './words/index.ts'
import { isDay, isTimestamp } from './moments.ts'
import type { Kind, RuleFamily, RuleSpec, Scope } from './rule-spec.ts'

/** The JSON types, strictly: the text "3" is not an integer. */
export const typeRules = {
  string: type('string', (value) => typeof value === 'string'),
  integer: type('number', (value) => Number.isInteger(value)),
  // A number too large for a double arrives as Infinity.
  numeric: type('number', (value) => Number.isFinite(value)),
  boolean: type('boolean', (value) => typeof value === 'boolean'),
  array: type('array', (value) => Array.isArray(value)),
  object: type('object', (value, scope) => isJsonObject(value) || isKnownItem(value, scope)),
  iso_date: dateForm(isDay),
  iso_datetime: dateForm(isTimestamp),
} satisfies RuleFamily

function type(kind: Kind, passes: (value: Json, scope: Scope) => boolean): RuleSpec {
  return { takes: [kind], judges: 'type', arguments: {}, compile: () => ({ passes }) }
}

/** An item id stands for the item's values, which are an object. */
function isKnownItem(value: Json, scope: Scope): boolean {
  return hasIdShape('dai', value) && scope.context.item(value) !== undefined
}

function dateForm(isForm: (text: string) => boolean): RuleSpec {
  return {
    takes: ['string'],
    judges: 'date form',
    arguments: {},
    compile: () => ({ passes: (value) => typeof value === 'string' && isForm(value) }),
  }
}
