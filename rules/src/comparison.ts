import type { Json } from './words/index.ts'
import { isNumber } from './number-text.ts'
import { everyKind } from './rule-spec.ts'
import type { CompiledRule, RuleFamily, RuleSite, RuleSpec } from './rule-spec.ts'
import { isSame, kindOf, sizeOf } from './values.ts'

/** A value beside another field's. What cannot be compared has not been shown to hold. */
export const comparisonRules = {
  gt: comparison((one, other) => one > other),
  gte: comparison((one, other) => one >= other),
  lt: comparison((one, other) => one < other),
  lte: comparison((one, other) => one <= other),
  same: equality((one, other) => other !== undefined && isSame(one, other)),
  different: equality((one, other) => other === undefined || !isSame(one, other)),
} satisfies RuleFamily

type Holds = (one: number, other: number) => boolean

function comparison(holds: Holds): RuleSpec {
  return {
    takes: ['number', 'string', 'array'],
    judges: 'content',
    arguments: { first: ['number or field'] },
    compile: ([bound = ''], site) =>
      isNumber(bound) ? againstNumber(Number(bound), holds) : againstField(bound, site, holds),
  }
}

function againstNumber(bound: number, holds: Holds): CompiledRule {
  return { passes: (value) => holds(sizeOf(value), bound) }
}

function againstField(field: string, site: RuleSite, holds: Holds): CompiledRule {
  const readOther = site.refer(field)
  return {
    passes(value, scope) {
      const other = readOther(scope)
      if (other === undefined || kindOf(other) !== kindOf(value)) return false
      return holds(sizeOf(value), sizeOf(other))
    },
  }
}

/** The members of the other object are listed each time. */
const stepsPerObject = 10_000

function equality(holds: (one: Json, other: Json | undefined) => boolean): RuleSpec {
  return {
    takes: everyKind,
    judges: 'anything',
    arguments: { first: ['field'] },
    compile([field = ''], site) {
      const readOther = site.refer(field)
      return {
        passes: (value, scope) => holds(value, readOther(scope)),
        steps: (value) => (typeof value === 'object' ? stepsPerObject : 0),
      }
    },
  }
}
