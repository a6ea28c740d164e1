import type { WorkbookDraft } from '@bindery/sdk'
import { type Choice, type OrBack, type Prompt, back, inColumns } from './prompt.ts'

export type Layout = NonNullable<WorkbookDraft['layout']>
export type CandidateCell = Layout['inputs'][number]

/** The chosen premium cells of a workbook. */
export interface ChosenPremium {
  readonly outputs: Record<string, string>
  readonly tax_rate?: number
}

const more = 'show more'

/** Asks which cell is the premium. */
export async function askPremium(
  prompt: Prompt,
  { outputs }: Layout,
): Promise<OrBack<CandidateCell>> {
  const amounts = outputs.filter(isAmount)
  const proposed =
    amounts.find(({ name, is_proposed }) => is_proposed && /^(gross|net)_premium$/.test(name)) ??
    amounts[0]
  const cell = await askCell(
    prompt,
    'Which cell is the premium that a customer pays?',
    amounts,
    proposed?.cell ?? null,
  )
  if (cell === back) return back
  const found = amounts.find((one) => one.cell === cell)
  if (found === undefined) throw new Error('a cell that is offered is a candidate')
  return found
}

/** Asks how much of the premium is tax, so that gross, net and tax cannot contradict each other. */
export async function askTax(
  prompt: Prompt,
  { outputs }: Pick<Layout, 'outputs'>,
  premium: CandidateCell,
): Promise<OrBack<ChosenPremium>> {
  const others = outputs.filter(({ cell, value }) => {
    const isSmaller = typeof value === 'number' && value <= Number(premium.value)
    return cell !== premium.cell && isSmaller
  })
  const kindOf = ({ name, label, shown }: CandidateCell): keyof typeof hints | null => {
    const words = `${name} ${label ?? ''}`
    if (shown.endsWith('%') || name === 'tax_rate') return taxWords.test(words) ? 'tax_rate' : null
    if (taxWords.test(words)) return 'premium_tax'
    return netWords.test(words) ? 'net_premium' : null
  }
  const cells = others.flatMap((one) => {
    const kind = kindOf(one)
    return kind === null ? [] : [{ ...one, kind }]
  })
  const named = inColumns(cells.map((one) => columnsOf(one)))
  const answer = await prompt.one(
    `How much of ${premium.shown} is tax?`,
    [
      ...cells.map(({ cell, kind }, at) => ({
        value: cell,
        label: named[at] ?? cell,
        hint: hints[kind],
      })),
      { value: 'rate', label: 'a rate that I enter' },
      { value: 'none', label: 'none: this premium is not taxed' },
      { value: 'on top', label: `${premium.shown} is net: tax is added on top` },
    ],
    cells.find(({ is_proposed }) => is_proposed)?.cell ?? (cells.length === 0 ? 'rate' : null),
  )
  if (answer === back) return back
  const gross = { gross_premium: premium.cell }
  if (answer === 'none') return { outputs: gross, tax_rate: 0 }
  if (answer === 'rate' || answer === 'on top') {
    const rate = await askRate(prompt)
    if (rate === back) return askTax(prompt, { outputs }, premium)
    const taxOutputs = answer === 'rate' ? gross : { net_premium: premium.cell }
    return { outputs: taxOutputs, tax_rate: rate }
  }
  const chosen = cells.find(({ cell }) => cell === answer)
  return { outputs: { ...gross, ...(chosen && { [chosen.kind]: chosen.cell }) } }
}

const taxWords = /tax|steuer|taxe|impost|\bipt\b|\bvat\b|stempel|timbre/i
const netWords = /\bnet|nett|netto/i
const hints = {
  premium_tax: 'this amount is the tax',
  tax_rate: 'this is the tax rate',
  net_premium: 'this is the net premium',
}

/** Asks for further outputs that a quote shows. */
export async function askOtherOutputs(
  prompt: Prompt,
  candidates: readonly CandidateCell[],
): Promise<OrBack<Record<string, string>>> {
  const chosen = await askCells(prompt, 'What else does a quote show?', candidates)
  return chosen === back
    ? back
    : cellsByName(candidates.filter(({ cell }) => chosen.includes(cell)))
}

/** Results that are worth showing beside the premium, or that decline a risk. */
export function otherOutputs({ outputs }: Layout, taken: readonly string[]): CandidateCell[] {
  return outputs.filter(
    ({ name, cell, is_unlikely, is_proposed, value }) =>
      !taken.includes(cell) &&
      !is_unlikely &&
      (is_proposed || typeof value === 'boolean') &&
      !/^(gross_premium|net_premium|premium_tax|tax_rate)$/.test(name),
  )
}

/** Asks for changes to the proposed inputs: cells to add, and cells that customers are not asked. */
export async function askInputs(
  prompt: Prompt,
  { inputs }: Layout,
): Promise<OrBack<{ inputs?: Record<string, string>; without?: string[] }>> {
  const chosen = await askCells(prompt, 'What does a customer answer?', inputs)
  if (chosen === back) return back
  const added = inputs.filter(({ cell, is_proposed }) => !is_proposed && chosen.includes(cell))
  const without = inputs.filter(({ cell, is_proposed }) => is_proposed && !chosen.includes(cell))
  return {
    ...(added.length > 0 && { inputs: cellsByName(added) }),
    ...(without.length > 0 && { without: without.map(({ cell }) => cell) }),
  }
}

export async function askAmounts(
  prompt: Prompt,
  { amounts }: Layout,
  premium: CandidateCell,
): Promise<OrBack<'major' | 'minor'>> {
  const answer = await prompt.one(
    `The premium of ${premium.shown} is in`,
    [
      { value: 'major', label: 'euros, francs and so on' },
      { value: 'minor', label: 'cents' },
    ],
    amounts,
  )
  if (answer === back) return back
  return answer === 'minor' ? 'minor' : 'major'
}

async function askRate(prompt: Prompt): Promise<OrBack<number>> {
  const written = await prompt.typed('The tax rate, such as 19 %', (given) =>
    rateIn(given) === null ? 'Write a rate from 0 to 100 %, such as 19 % or 0.19.' : undefined,
  )
  return written === back ? back : (rateIn(written) ?? 0)
}

/** `19 %` and `0.19` are one rate; 19 without a mark is 19 % too, for no tax is above 100 %. */
export function rateIn(written: string): number | null {
  const [, digits, mark] = /^(\d+(?:[.,]\d+)?)\s*(%?)$/.exec(written.trim()) ?? []
  if (digits === undefined) return null
  const number = Number(digits.replace(',', '.'))
  const rate = mark === '%' || number > 1 ? number / 100 : number
  return rate <= 1 ? Number(rate.toPrecision(12)) : null
}

/** Asks for one cell; unlikely cells are shown only on request. */
async function askCell(
  prompt: Prompt,
  message: string,
  candidates: readonly CandidateCell[],
  initial: string | null,
  showsAll = false,
): Promise<OrBack<string>> {
  const shown = candidates.filter((one) => showsAll || !one.is_unlikely || one.cell === initial)
  const hidden = candidates.length - shown.length
  const answer = await prompt.one(
    message,
    [...choicesOf(shown), ...(hidden === 0 ? [] : [moreChoice(hidden)])],
    initial,
  )
  return answer === more ? askCell(prompt, message, candidates, initial, true) : answer
}

async function askCells(
  prompt: Prompt,
  message: string,
  candidates: readonly CandidateCell[],
  marked: readonly string[] = candidates.flatMap((one) => (one.is_proposed ? [one.cell] : [])),
  showsAll = false,
): Promise<OrBack<string[]>> {
  const shown = candidates.filter((one) => showsAll || !one.is_unlikely)
  const hidden = candidates.length - shown.length
  const answer = await prompt.several(
    message,
    [...choicesInWords(shown), ...(hidden === 0 ? [] : [moreChoice(hidden)])],
    marked,
  )
  if (answer === back || !answer.includes(more)) return answer
  const kept = answer.filter((one) => one !== more)
  return askCells(prompt, message, candidates, kept, true)
}

function moreChoice(hidden: number): Choice {
  return {
    value: more,
    label: `show ${hidden === 1 ? 'one more cell' : `${hidden} more cells`}: rates, factors and intermediate steps`,
  }
}

function choicesOf(candidates: readonly CandidateCell[]): Choice[] {
  const labels = inColumns(candidates.map((one) => columnsOf(one)))
  return candidates.map(({ cell }, at) => ({ value: cell, label: labels[at] ?? cell }))
}

/** Selected choices are repeated as one sentence, in which columns would be unreadable. */
function choicesInWords(candidates: readonly CandidateCell[]): Choice[] {
  return candidates.map((one) => {
    const [label, shown, cell] = columnsOf(one)
    return { value: one.cell, label: `${label}: ${shown || 'blank'} (${cell})` }
  })
}

function columnsOf({ name, cell, label, shown }: CandidateCell): string[] {
  return [label ?? name, shown, cell]
}

/** A number that may be an amount: no day, no rate. */
function isAmount({ value, shown }: CandidateCell): boolean {
  return typeof value === 'number' && !shown.endsWith('%') && !/^\d{4}-\d\d-\d\d$/.test(shown)
}

function cellsByName(cells: readonly CandidateCell[]): Record<string, string> {
  return Object.fromEntries(cells.map(({ name, cell }) => [name, cell]))
}
