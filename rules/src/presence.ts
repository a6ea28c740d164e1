import type { Json } from './words/index.ts'
import { asText, isMissing } from './values.ts'
import { everyKind } from './rule-spec.ts'
import type { ArgumentList, Kind, RuleFamily, RuleSite, RuleSpec, Scope } from './rule-spec.ts'

type Condition = (scope: Scope) => boolean
type ReadCondition = (args: readonly string[], site: RuleSite) => Condition

const fieldAndValues: ArgumentList = { first: ['field', 'value'], rest: ['value'] }
const fieldAndValue: ArgumentList = { first: ['field', 'value'] }
const pairs: ArgumentList = { first: ['field', 'value'], rest: ['field', 'value'] }
const fields: ArgumentList = { first: ['field'], rest: ['field'] }

const isTrue = (value: Json) => value === true
const isFalse = (value: Json) => value === false

/** Which values must be there, and what they must say. */
export const presenceRules = {
  required: required({}, () => always),
  required_if: required(fieldAndValues, equalsAny),
  required_unless: required(fieldAndValues, (args, site) => not(equalsAny(args, site))),
  required_if_and: required(pairs, everyPair),
  required_if_all_false: required(fields, everyFieldIsFalse),
  required_with: required(fields, (args, site) => someField(args, site, isPresent)),
  required_without: required(fields, (args, site) => someField(args, site, isMissing)),

  required_true: requiredAs(['boolean'], isTrue, {}, () => always),
  required_false: requiredAs(['boolean'], isFalse, {}, () => always),
  accepted: requiredAs(['boolean', 'string', 'number'], isAgreed, {}, () => always),
  required_true_if: requiredAs(everyKind, isTrue, fieldAndValue, equalsAny),
  required_false_if: requiredAs(everyKind, isFalse, fieldAndValue, equalsAny),

  nullable: permission(),
  optional: permission(),
  sometimes: permission(),
} satisfies RuleFamily

const always: Condition = () => true

function required(args: ArgumentList, read: ReadCondition): RuleSpec {
  return {
    takes: everyKind,
    judges: 'anything',
    arguments: args,
    compile: (written, site) => ({ demands: read(written, site) }),
  }
}

/** Demands a value under a condition, and under the same condition a certain one. */
function requiredAs(
  takes: readonly Kind[],
  accepts: (value: Json) => boolean,
  args: ArgumentList,
  read: ReadCondition,
): RuleSpec {
  return {
    takes,
    judges: 'anything',
    arguments: args,
    compile(written, site) {
      const applies = read(written, site)
      return { demands: applies, passes: (value, scope) => accepts(value) || !applies(scope) }
    },
  }
}

/** Says what holds anyway: what is not required may be left out. */
function permission(): RuleSpec {
  return { takes: everyKind, judges: 'anything', arguments: {}, compile: () => ({}) }
}

function equalsAny(args: readonly string[], site: RuleSite): Condition {
  const [field = '', ...values] = args
  const readOther = site.refer(field)
  return (scope) => values.includes(wordOf(readOther(scope)))
}

/** `required_unless:other,null` asks for a value unless the other field has none. */
function wordOf(value: Json | undefined): string {
  return value === undefined || value === null ? 'null' : (asText(value) ?? '')
}

function everyPair(args: readonly string[], site: RuleSite): Condition {
  const conditions: Condition[] = []
  for (let at = 0; at < args.length; at += 2)
    conditions.push(equalsAny(args.slice(at, at + 2), site))
  return (scope) => conditions.every((holds) => holds(scope))
}

function everyFieldIsFalse(args: readonly string[], site: RuleSite): Condition {
  const others = args.map((field) => site.refer(field))
  return (scope) => others.every((readOther) => readOther(scope) === false)
}

function someField(
  args: readonly string[],
  site: RuleSite,
  holds: (value: Json | undefined) => boolean,
): Condition {
  const others = args.map((field) => site.refer(field))
  return (scope) => others.some((readOther) => holds(readOther(scope)))
}

function isPresent(value: Json | undefined): boolean {
  return !isMissing(value)
}

function not(condition: Condition): Condition {
  return (scope) => !condition(scope)
}

const agreements: readonly Json[] = [true, 1, '1', 'true', 'yes', 'on']

function isAgreed(value: Json): boolean {
  return agreements.includes(value)
}
