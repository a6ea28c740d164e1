import {
  type ProposedField,
  type TermUnit,
  saysAge,
  saysBirth,
  saysEnd,
  saysStart,
  saysTerm,
  unitIn,
} from '../../../pricing/index.ts'
import { type SaleWish, type Settled, refuseOutputTwice, saleProblem } from './sale.ts'
import { titleOf, wordsOf } from './settle-start.ts'

export type Term =
  | { readonly kind: 'workbook' | 'open' }
  | { readonly kind: 'fixed'; readonly duration: string }
  | { readonly kind: 'end'; readonly field: ProposedField }
  | { readonly kind: 'number'; readonly field: ProposedField; readonly unit: TermUnit }

const saysItself = ['duration_strategy', 'policy_end_date', 'policy_duration']
const allUnits: readonly TermUnit[] = ['years', 'months', 'days']

/** How long cover lasts. */
export function settleTerm(
  fields: readonly ProposedField[],
  outputs: readonly string[],
  wish: SaleWish,
): Settled<Term> {
  const output = outputs.find((name) => saysItself.includes(name))
  if (output !== undefined) {
    const problems = refuseOutputTwice('term', wish.term, output)
    return { question: null, settled: { kind: 'workbook' }, problems }
  }
  const ends = fields.filter(
    (field) =>
      field.type === 'iso_date' && !saysBirth(wordsOf(field)) && !saysStart(wordsOf(field)),
  )
  const numbers = fields.filter(
    (field) =>
      (field.type === 'integer' || field.type === 'numeric') &&
      !field.isPercent &&
      !saysAge(wordsOf(field)),
  )
  const found = foundIn(ends, numbers)
  const answer = wish.term ?? found?.value ?? null
  const likely = numbers.filter((field) => saysTerm(wordsOf(field)))
  const choices = [
    ...ends.map((field) => ({ value: field.name, label: `until "${titleOf(field)}"` })),
    ...likely.flatMap((field) =>
      unitsOf(field).map((unit) => ({
        value: `${field.name}:${unit}`,
        label: `"${titleOf(field)}" in ${unit}`,
      })),
    ),
    { value: 'P1Y', label: 'one year' },
    { value: 'open', label: 'without an end' },
  ]
  const reason = wish.term === null ? (found?.reason ?? '') : ''
  const settled = answer === null ? null : termFrom(answer, ends, numbers)
  return {
    question: { name: 'term', answer, reason, choices },
    settled,
    problems: settled === null ? [problemOf(answer, choices)] : [],
  }
}

function foundIn(
  ends: readonly ProposedField[],
  numbers: readonly ProposedField[],
): { value: string; reason: string } | null {
  const end =
    ends.find(({ name }) => name === 'policy_end_date') ??
    ends.find((field) => saysEnd(wordsOf(field)))
  if (end !== undefined) return { value: end.name, reason: calledSo(end) }
  for (const field of numbers) {
    const unit = unitIn(wordsOf(field))
    if (unit === null || !saysTerm(wordsOf(field))) continue
    return { value: `${field.name}:${unit}`, reason: calledSo(field) }
  }
  return null
}

/** The unit that the label names, or else any. */
function unitsOf(field: ProposedField): readonly TermUnit[] {
  const unit = unitIn(wordsOf(field))
  return unit === null ? allUnits : [unit]
}

function calledSo(field: ProposedField): string {
  return `${field.place} is called "${titleOf(field)}"`
}

function termFrom(
  answer: string,
  ends: readonly ProposedField[],
  numbers: readonly ProposedField[],
): Term | null {
  if (answer === 'open') return { kind: 'open' }
  if (isDuration(answer)) return { kind: 'fixed', duration: answer }
  const end = ends.find(({ name }) => name === answer)
  if (end !== undefined) return { kind: 'end', field: end }
  const [name, written] = answer.split(':')
  const field = numbers.find((one) => one.name === name)
  if (field === undefined) return null
  const unit =
    allUnits.find((one) => one === written) ??
    (written === undefined ? unitIn(wordsOf(field)) : null)
  return unit === null ? null : { kind: 'number', field, unit }
}

/** Of whole days or more, and not of nothing. */
function isDuration(text: string): boolean {
  return /^P(?=.*[1-9])(\d{1,4}Y)?(\d{1,4}M)?(\d{1,4}W)?(\d{1,5}D)?$/.test(text)
}

function problemOf(answer: string | null, choices: readonly { readonly value: string }[]) {
  const values = choices.map(({ value }) => value).join(', ')
  return saleProblem(
    'term',
    answer === null
      ? 'The workbook does not say how long cover lasts.'
      : `${answer} is neither a length of cover nor a question that says it.`,
    `Say how long cover lasts with --term (term in the API): ${values}, or another duration such as P6M.`,
  )
}
