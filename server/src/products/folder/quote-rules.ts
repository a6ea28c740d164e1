import type { FieldRule } from '../../rules/index.ts'
import type { QuoteRules } from '../product-definition.ts'
import { readFieldRules } from './field-rules.ts'
import type { Part } from './part.ts'

/** quote.json, in the contract's shape; `policy_patch` is ours and may be left out. */
export function readQuoteRules(root: Part): QuoteRules {
  root.hasOnly(['quote', 'quote_patch', 'policy_patch', 'pricing_variables'])
  const rules = (name: string): FieldRule[] => readFieldRules(root.member(name))
  return {
    quote: rules('quote'),
    quote_patch: rules('quote_patch'),
    policy_patch: root.member('policy_patch').optional([], readFieldRules),
    pricing_variables: rules('pricing_variables'),
  }
}
