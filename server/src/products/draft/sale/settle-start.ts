import { type ProposedField, saysBirth, saysStart } from '../../../pricing/index.ts'
import { type SaleWish, type Settled, refuseOutputTwice, saleProblem } from './sale.ts'

export type Start =
  | { readonly kind: 'workbook' | 'ask' | 'today' }
  | { readonly kind: 'question'; readonly field: ProposedField }

/** When cover begins. */
export function settleStart(
  fields: readonly ProposedField[],
  outputs: readonly string[],
  wish: SaleWish,
): Settled<Start> {
  if (outputs.includes('policy_start_date')) {
    const problems = refuseOutputTwice('start', wish.start, 'policy_start_date')
    return { question: null, settled: { kind: 'workbook' }, problems }
  }
  const days = fields.filter((field) => field.type === 'iso_date' && !saysBirth(wordsOf(field)))
  const found =
    days.find(({ name }) => name === 'policy_start_date') ??
    days.find((field) => saysStart(wordsOf(field)))
  const answer = wish.start ?? found?.name ?? null
  const choices = [
    ...days.map((field) => ({ value: field.name, label: `the answer to "${titleOf(field)}"` })),
    { value: 'ask', label: 'a day that the customer chooses: one more question' },
    { value: 'today', label: 'the day of the quote' },
  ]
  const reason = found === undefined ? '' : `${found.place} is called "${titleOf(found)}"`
  const question = {
    name: 'start',
    answer,
    reason: wish.start === null ? reason : '',
    choices,
  } as const
  const settled = startFrom(answer, days)
  return { question, settled, problems: settled === null ? [problemOf(answer, choices)] : [] }
}

function startFrom(answer: string | null, days: readonly ProposedField[]): Start | null {
  if (answer === 'ask' || answer === 'today') return { kind: answer }
  const field = days.find(({ name }) => name === answer)
  return field === undefined ? null : { kind: 'question', field }
}

function problemOf(answer: string | null, choices: readonly { readonly value: string }[]) {
  const values = choices.map(({ value }) => value).join(', ')
  return saleProblem(
    'start',
    answer === null
      ? 'The workbook does not say when cover begins.'
      : `${answer} is not a question that is answered with a day.`,
    `Say when cover begins with --start (start in the API): ${values}. With ask, customers choose the day.`,
  )
}

/** All words that a question goes by. */
export function wordsOf({ name, label }: ProposedField): string {
  return `${label ?? ''} ${name.replaceAll('_', ' ')}`
}

export function titleOf({ name, label }: ProposedField): string {
  return label ?? name
}
