import { type Problem, suggest } from '../../kernel/index.ts'
import type { FieldRule } from '../../rules/index.ts'
import type { ProductDefinition } from '../product-definition.ts'
import { quoted } from './part.ts'
import type { Soundness } from './soundness.ts'

/** Answers that are to be declared after a term, and that may not change or are no numbers. */
export function checkAdjustment(
  { life: { adjustment }, items }: ProductDefinition,
  sound: Soundness,
  quoteFile: (item: string) => string,
): Problem[] {
  if (adjustment === null || !sound.setting('adjustment')) return []
  // Where questions could not be read, nobody knows their names.
  if (!items.every(({ key }) => sound.file(quoteFile(key)))) return []
  const patches = items.flatMap(({ quoteRules }) => quoteRules.quote_patch)
  const numbers = patches.filter(isNumber)
  return adjustment.fields.flatMap((name, n) => {
    const place = { file: 'product.yaml', place: `adjustment.fields.${n}` }
    const named = patches.filter((field) => field.name === name && field.path === 'data')
    if (named.length > 0 && named.every(isNumber)) return []
    const message =
      named.length === 0
        ? `No item lists ${quoted(name)} in quote_patch, so it cannot be declared after a term.`
        : `${quoted(name)} is not a number. Only numbers are declared after a term.`
    const known = [...new Set(numbers.map((field) => field.name))]
    return [{ ...place, message, fix: suggest(name, known) }]
  })
}

function isNumber({ validation }: FieldRule): boolean {
  const rules = validation.split('|').map((rule) => rule.split(':')[0])
  return rules.includes('integer') || rules.includes('numeric')
}
