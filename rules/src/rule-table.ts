import { boundRules } from './bounds.ts'
import { choiceRules } from './choices.ts'
import { comparisonRules } from './comparison.ts'
import { datasetRules } from './datasets.ts'
import { dateRules } from './dates.ts'
import { formatRules } from './formats.ts'
import { presenceRules } from './presence.ts'
import type { RuleSpec } from './rule-spec.ts'
import { textRules } from './text.ts'
import { typeRules } from './types.ts'

/** Every rule there is, with its kin. */
export const ruleFamilies = {
  type: typeRules,
  presence: presenceRules,
  choice: choiceRules,
  dataset: datasetRules,
  bound: boundRules,
  comparison: comparisonRules,
  date: dateRules,
  format: formatRules,
  text: textRules,
}

const rules = {
  ...typeRules,
  ...presenceRules,
  ...choiceRules,
  ...datasetRules,
  ...boundRules,
  ...comparisonRules,
  ...dateRules,
  ...formatRules,
  ...textRules,
}

/** Whoever keeps something for each rule does not compile until it is there for all of them. */
export type RuleName = keyof typeof rules

/** Every rule there is, by its name. */
export const ruleTable: ReadonlyMap<string, RuleSpec> = new Map(Object.entries(rules))
