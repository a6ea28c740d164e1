import type { Readable, Writable } from 'node:stream'
import { isCancel, multiselect, select, text } from '@clack/prompts'
import { Failure, exitCodes } from './failure.ts'
import { shellWord } from './output/shell-word.ts'
import type { WorkbookDraft } from './sdk.ts'

type Layout = NonNullable<WorkbookDraft['layout']>
type Candidate = Layout['inputs'][number]

/** What the workbook does not say itself. */
export interface SaidLayout {
  readonly inputs?: Record<string, string>
  readonly outputs?: Record<string, string>
  readonly tax_rate?: number
  readonly amounts?: 'major' | 'minor'
}

/** Where it is asked. */
export interface Terminal {
  readonly input: Readable
  readonly output: Writable
}

const ownTerminal: Terminal = { input: process.stdin, output: process.stderr }

/** Asks which of the cells that look like inputs and outputs are. */
export async function askLayout(
  { inputs, outputs, amounts }: Layout,
  terminal: Terminal = ownTerminal,
): Promise<SaidLayout> {
  const options = { ...terminal, withGuide: false }
  const chosenInputs = await choose(options, 'What does a customer answer?', inputs)
  const chosenOutputs = await choose(options, 'What does the workbook put out?', outputs)
  const unit = answered(
    await select({
      ...options,
      message: 'The amounts are in',
      initialValue: amounts,
      options: [
        { value: 'major', label: 'euros, francs and so on' },
        { value: 'minor', label: 'cents' },
      ],
    }),
  )
  const names = chosenOutputs.map(({ name }) => name)
  const hasTax = names.some((name) => name === 'premium_tax' || name === 'tax_rate')
  const hasBoth = names.includes('net_premium') && names.includes('gross_premium')
  const rate = hasTax || hasBoth ? null : await askRate(options)
  return {
    inputs: cellsByName(chosenInputs),
    outputs: cellsByName(chosenOutputs),
    amounts: unit === 'minor' ? 'minor' : 'major',
    ...(rate === null ? {} : { tax_rate: rate }),
  }
}

async function choose(
  options: Terminal,
  message: string,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const chosen = answered(
    await multiselect({
      ...options,
      message,
      initialValues: candidates.flatMap(({ cell, is_proposed }) => (is_proposed ? [cell] : [])),
      options: candidates.map(({ name, cell, label, value, reason }) => ({
        value: cell,
        label: `${name}  ${cell}${label === null ? '' : `  ${label}`}${value === null ? '' : `: ${value}`}`,
        hint: reason,
      })),
    }),
  )
  return candidates.filter(({ cell }) => chosen.includes(cell))
}

async function askRate(options: Terminal): Promise<number> {
  const written = answered(
    await text({
      ...options,
      message: 'The rate of the tax, such as 0.19; 0 where there is none',
      validate: (given) => (isRate(given) ? undefined : 'Write a number from 0 to 1.'),
    }),
  )
  return Number(written)
}

export function isRate(written: string | undefined): boolean {
  const rate = Number(written)
  return (written ?? '').trim() !== '' && rate >= 0 && rate <= 1
}

function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  // The one symbol that it can be is that of a question that was broken off.
  if (!isCancel(answer)) return answer as Exclude<Answer, symbol>
  throw new Failure(exitCodes.failed, 'It was not answered.', 'Nothing was written.')
}

function cellsByName(cells: readonly Candidate[]): Record<string, string> {
  return Object.fromEntries(cells.map(({ name, cell }) => [name, cell]))
}

/** Where nobody can be asked: the proposal as options to say or change. */
export function mustSayLayout(workbook: string, { inputs, outputs }: Layout): Failure {
  const words = [
    ...inputs.flatMap((one) => (one.is_proposed ? [`--input ${optionOf(one)}`] : [])),
    ...outputs.flatMap((one) => (one.is_proposed ? [`--output ${optionOf(one)}`] : [])),
  ]
  return new Failure(
    exitCodes.usage,
    `${workbook} does not say what its inputs and outputs are.`,
    `Say it, or take what looks like them with --yes: ${words.join(' ')}`,
  )
}

function optionOf({ name, cell }: Candidate): string {
  return shellWord(`${name}=${cell}`)
}
