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

/** Every rule there is, by its name. */
export const ruleTable: ReadonlyMap<string, RuleSpec> = new Map(
  Object.entries({
    ...typeRules,
    ...formatRules,
    ...presenceRules,
    ...choiceRules,
    ...datasetRules,
    ...boundRules,
    ...comparisonRules,
    ...textRules,
    ...dateRules,
  }),
)
