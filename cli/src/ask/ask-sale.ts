import type { WorkbookDraft } from '@bindery/sdk'
import { type OrBack, type Prompt, back } from './prompt.ts'

export type SaleQuestion = WorkbookDraft['questions'][number]

const messages: Readonly<Record<SaleQuestion['name'], string>> = {
  start: 'When does cover begin?',
  term: 'How long does cover last?',
  pay: 'How do customers pay?',
  premium_for: 'What does the premium of the workbook cover?',
  renewal: 'What happens to cover when a term ends?',
}

const other = 'other'

/** Asks one question about the sale; the answer found in the workbook is preselected. */
export async function askSale(prompt: Prompt, question: SaleQuestion): Promise<OrBack<string>> {
  const { name, answer, reason, choices } = question
  const found = answer !== null && reason !== '' ? ` (found: ${reason})` : ''
  const typed = others[name]
  const chosen = await prompt.one(
    messages[name] + found,
    [...choices, ...(typed === undefined ? [] : [{ value: other, label: typed.label }])],
    answer ?? choices[0]?.value ?? null,
  )
  if (chosen !== other || typed === undefined) return chosen
  const written = await prompt.typed(typed.message, (given) =>
    typed.read(given) === null ? typed.message : undefined,
  )
  return written === back ? askSale(prompt, question) : (typed.read(written) ?? '')
}

const others: Partial<
  Record<
    SaleQuestion['name'],
    { readonly label: string; readonly message: string; read(given: string): string | null }
  >
> = {
  term: {
    label: 'another length',
    message: 'Write a length, such as 6 months, 2 years or 10 days.',
    read: durationIn,
  },
  pay: {
    label: 'other payment plans',
    message: 'Write payment plans separated by commas: once, month, quarter, half_year, year.',
    read: plansIn,
  },
}

const letters: Readonly<Record<string, string>> = { y: 'Y', m: 'M', d: 'D', w: 'W' }

/** `6 months` as P6M; a duration as it stands. */
function durationIn(given: string): string | null {
  if (/^P(\d+[YMWD])+$/.test(given)) return given
  const [, number, unit = ''] =
    /^([1-9]\d{0,3})\s*(years?|months?|weeks?|days?)$/i.exec(given) ?? []
  return number === undefined ? null : `P${number}${letters[unit.slice(0, 1).toLowerCase()]}`
}

const planKeys = ['once', 'month', 'quarter', 'half_year', 'year']

function plansIn(given: string): string | null {
  const plans = given.split(',').map((one) => one.trim().toLowerCase())
  return plans.every((plan) => planKeys.includes(plan)) ? plans.join(',') : null
}
