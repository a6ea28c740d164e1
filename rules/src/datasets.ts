import { hasIdShape } from './words/index.ts'
import type { DatasetId, Json } from './words/index.ts'
import { everyKind } from './rule-spec.ts'
import type { RuleFamily, Scope } from './rule-spec.ts'
import type { LiteralLookup } from './rule-types.ts'
import { isUnanswered } from './values.ts'

/** A value out of a dataset: an item's id, or a literal that one of its items holds. */
export const datasetRules = {
  in_dataset: {
    takes: everyKind,
    judges: 'anything',
    arguments: { first: ['dataset'], optional: ['dataset field'] },
    compile([key = '', field = null], site) {
      const datasetId = site.dataset(key, field)
      if (datasetId === null) return {}
      const lookup = (value: Json): LiteralLookup => ({ datasetId, field, value })
      return {
        passes: (value, scope) =>
          elements(value).every((element) => isHeld(element, datasetId, lookup, scope)),
        lookups: (value) => elements(value).filter(isLiteral).map(lookup),
      }
    },
  },
} satisfies RuleFamily

function elements(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value]
}

function isHeld(
  value: Json,
  datasetId: DatasetId,
  lookup: (value: Json) => LiteralLookup,
  { context }: Scope,
): boolean {
  if (hasIdShape('dai', value)) return context.item(value)?.datasetId === datasetId
  return isLiteral(value) && context.hasLiteral(lookup(value))
}

function isLiteral(value: Json): boolean {
  return !isUnanswered(value) && typeof value !== 'object' && !hasIdShape('dai', value)
}
