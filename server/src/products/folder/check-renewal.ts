import { type Problem, suggest } from '../../kernel/index.ts'
import type { FieldRule } from '../../rules/index.ts'
import type { ProductDefinition, RenewedAnswer } from '../product-definition.ts'
import { quoted } from './part.ts'
import type { Soundness } from './soundness.ts'

/** Answers that a renewal is to replace, and that no quote has, or not of this kind. */
export function checkRenewal(
  { renewal, items }: ProductDefinition,
  sound: Soundness,
  quoteFile: (item: string) => string,
): Problem[] {
  if (!sound.setting('renewal.set')) return []
  // Where questions could not be read, nobody knows their names.
  if (!items.every(({ key }) => sound.file(quoteFile(key)))) return []
  const fields = items.flatMap(({ quoteRules }) =>
    quoteRules.quote.filter(({ path }) => path === 'data'),
  )
  return Object.entries(renewal.set).flatMap(([name, answer]) => {
    const place = { file: 'product.yaml', place: `renewal.set.${name}` }
    const named = fields.filter((field) => field.name === name)
    if (named.length === 0) {
      const message = `No item asks for ${quoted(name)}, so a renewal cannot replace it.`
      const known = [...new Set(fields.map((field) => field.name))]
      return [{ ...place, message, fix: suggest(name, known) }]
    }
    const misfit = named.map((field) => misfitOf(answer, field)).find((one) => one !== null)
    return misfit === undefined ? [] : [{ ...place, ...misfit }]
  })
}

function misfitOf(
  answer: RenewedAnswer,
  { name, validation }: FieldRule,
): Pick<Problem, 'message' | 'fix'> | null {
  const rules = validation.split('|').map((rule) => rule.split(':')[0])
  const has = (...wanted: string[]) => wanted.some((rule) => rules.includes(rule))
  if (typeof answer === 'string' && has('integer', 'numeric', 'boolean', 'array')) {
    return {
      message: `${quoted(name)} is not a date, and ${answer} is a day of the new term.`,
      fix: 'Write { value: … }, or name an answer that is a date.',
    }
  }
  if (typeof answer === 'object' && 'add' in answer && !has('integer', 'numeric')) {
    return {
      message: `${quoted(name)} is not a number, so nothing can be added to it.`,
      fix: 'Write { value: … }, or name an answer that is a number.',
    }
  }
  return null
}
