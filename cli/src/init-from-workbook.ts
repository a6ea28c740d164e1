import { basename } from 'node:path'
import { type DraftAnswers, askDraft } from './ask/ask-draft.ts'
import { type CandidateCell, type Layout, rateIn } from './ask/ask-layout.ts'
import type { Work } from './command.ts'
import { Failure, exitCodes, mistakesIn } from './failure.ts'
import { decodeFiles, encodeFiles } from './folder/product-files.ts'
import { readWorkbook } from './folder/read-workbook.ts'
import { writeNewFolder } from './folder/write-new-folder.ts'
import { assertMeant } from './meant.ts'
import { describeDraft, describeUntaken } from './output/draft.ts'
import { nextSteps } from './output/next-steps.ts'
import { shellWord } from './output/shell-word.ts'
import { writtenFiles } from './output/written-files.ts'
import type { StarterNames } from './starter-files.ts'

export interface WorkbookOptions {
  readonly currency?: string
  readonly timeZone?: string
  readonly language?: string
  readonly yes?: boolean
  readonly input?: readonly string[]
  readonly without?: readonly string[]
  readonly output?: readonly string[]
  readonly taxRate?: string
  readonly amounts?: string
  readonly start?: string
  readonly term?: string
  readonly pay?: string
  readonly premiumFor?: string
  readonly renewal?: string
  readonly allowSinglePaymentForOpenCover?: boolean
}

/** Lists the parts of the workbook that could not be used, before any file is written. */
export async function initFromWorkbook(
  { options, output, server }: Work<WorkbookOptions>,
  folder: string,
  workbook: string,
  { key, name, prefix, distributor }: StarterNames,
): Promise<void> {
  const content = await readWorkbook(workbook)
  const { client } = await server()
  const { currency, timeZone, language } = options
  const draftWith = (answers: DraftAnswers) =>
    output.during(`Reading ${workbook}`, () =>
      client.manage.products.draftFromWorkbook({
        files: encodeFiles(new Map([[basename(workbook), content]])),
        key,
        name,
        policy_prefix: prefix,
        distributor,
        ...(currency === undefined ? {} : { currency }),
        ...(timeZone === undefined ? {} : { time_zone: timeZone }),
        ...(language === undefined ? {} : { language }),
        ...answers,
      }),
    )
  const answers = answersIn(options)
  const first = await draftWith(answers)
  const mayAsk = options.yes !== true && process.stdin.isTTY && process.stderr.isTTY
  const isLayoutGiven = answers.inputs !== undefined || answers.outputs !== undefined
  if (!mayAsk && options.yes !== true && first.layout !== null && !isLayoutGiven) {
    throw layoutNeeded(workbook, first.layout)
  }
  const draft = mayAsk ? await askDraft(draftWith, first, answers) : first
  if (!draft.drafted) {
    // The server uses the file name of the product; the user knows the original name.
    const problems = draft.problems.map((problem) =>
      problem.file === productWorkbook ? { ...problem, file: basename(workbook) } : problem,
    )
    throw mistakesIn(workbook, problems)
  }
  if (draft.untaken.length > 0) {
    await assertMeant(describeUntaken(draft, output.paint).join('\n'), options.yes === true)
  }
  const { files, ...summary } = draft
  const written = await writeNewFolder(folder, decodeFiles(files))
  output.show({ folder, key, ...summary, files: written }, (paint) => [
    ...describeDraft(draft, paint),
    `${paint.green('✓')} The product folder ${folder} is created: ${writtenFiles(written)}.`,
    ...nextSteps(folder),
  ])
}

const productWorkbook = 'pricing.xlsx'

/** Without a terminal: the proposal as options to confirm or change. */
function layoutNeeded(workbook: string, { inputs, outputs }: Layout): Failure {
  const optionOf = ({ name, cell }: CandidateCell) => shellWord(`${name}=${cell}`)
  const words = [
    ...inputs.flatMap((one) => (one.is_proposed ? [`--input ${optionOf(one)}`] : [])),
    ...outputs.flatMap((one) => (one.is_proposed ? [`--output ${optionOf(one)}`] : [])),
  ]
  return new Failure(
    exitCodes.usage,
    `${workbook} does not name its inputs and outputs.`,
    `Name them with options, or accept the proposal with --yes: ${words.join(' ')}`,
  )
}

function answersIn(options: WorkbookOptions): DraftAnswers {
  const { input, without, output, taxRate, amounts, start, term, pay, renewal } = options
  const rate = taxRate === undefined ? undefined : rateIn(taxRate)
  if (rate === null) {
    throw new Failure(
      exitCodes.usage,
      `${taxRate} is not a rate.`,
      'Write a rate such as 0.19 or 19%.',
    )
  }
  if (amounts !== undefined && amounts !== 'major' && amounts !== 'minor') {
    throw new Failure(exitCodes.usage, `--amounts cannot be ${amounts}.`, 'Write major or minor.')
  }
  return {
    ...(input === undefined ? {} : { inputs: cellsIn(input) }),
    ...(without === undefined ? {} : { without: [...without] }),
    ...(output === undefined ? {} : { outputs: cellsIn(output) }),
    ...(rate === undefined ? {} : { tax_rate: rate }),
    ...(amounts === undefined ? {} : { amounts }),
    ...(start === undefined ? {} : { start }),
    ...(term === undefined ? {} : { term }),
    ...(pay === undefined ? {} : { pay }),
    ...(options.premiumFor === undefined ? {} : { premium_for: options.premiumFor }),
    ...(renewal === undefined ? {} : { renewal }),
    ...(options.allowSinglePaymentForOpenCover === true && {
      allow_single_payment_for_open_cover: true,
    }),
  }
}

function cellsIn(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const [, name, cell] = /^([^=]+)=(.+)$/.exec(word) ?? []
      if (name !== undefined && cell !== undefined) return [name, cell]
      const fix = 'Write a name and a cell, such as age=Quote!B3.'
      throw new Failure(exitCodes.usage, `${word} does not name a cell.`, fix)
    }),
  )
}
