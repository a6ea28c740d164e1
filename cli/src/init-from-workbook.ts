import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type SaidLayout, askLayout, isRate, mustSayLayout } from './ask-layout.ts'
import type { Work } from './command.ts'
import { Failure, exitCodes, mistakesIn } from './failure.ts'
import { decodeFiles, encodeFiles } from './folder/product-files.ts'
import { writeNewFolder } from './folder/write-new-folder.ts'
import { assertMeant } from './meant.ts'
import { describeDraft, describeUntaken } from './output/draft.ts'
import { nextSteps } from './output/next-steps.ts'
import type { StarterNames } from './starter-files.ts'

export interface WorkbookOptions {
  readonly currency?: string
  readonly timeZone?: string
  readonly language?: string
  readonly yes?: boolean
  readonly input?: readonly string[]
  readonly output?: readonly string[]
  readonly taxRate?: string
  readonly amounts?: string
}

/** What the workbook does not give is told before anything is written. */
export async function initFromWorkbook(
  { options, output, server }: Work<WorkbookOptions>,
  folder: string,
  workbook: string,
  { key, name, prefix, distributor }: StarterNames,
): Promise<void> {
  const content = await readWorkbook(workbook)
  const { client } = await server()
  const { currency, timeZone, language } = options
  const draftWith = (said: SaidLayout) =>
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
        ...said,
      }),
    )
  const said = saidIn(options)
  const first = await draftWith(said)
  const mayAsk = Object.keys(said).length === 0 && options.yes !== true
  const draft =
    first.layout !== null && mayAsk
      ? await draftWith(await layoutFor(workbook, first.layout))
      : first
  if (!draft.drafted) {
    // It would be called so in the product; here it still has its own name.
    const problems = draft.problems.map((problem) =>
      problem.file === productWorkbook ? { ...problem, file: basename(workbook) } : problem,
    )
    throw mistakesIn(workbook, problems)
  }
  if (draft.untaken.length > 0) {
    await assertMeant(describeUntaken(draft, output.paint).join('\n'), options.yes === true)
  }
  const { files, ...told } = draft
  const written = await writeNewFolder(folder, decodeFiles(files))
  output.show({ folder, key, ...told, files: written }, (paint) => [
    ...describeDraft(draft, paint),
    `${paint.green('✓')} ${folder} is a product now: ${written.join(', ')}.`,
    ...nextSteps(folder),
  ])
}

const productWorkbook = 'pricing.xlsx'
const workbookBytesMax = 20 * 1024 * 1024

async function readWorkbook(file: string): Promise<Uint8Array> {
  let content: Uint8Array
  try {
    content = await readFile(file)
  } catch (cause) {
    const mend = 'Name a workbook that was saved as .xlsx.'
    throw new Failure(exitCodes.usage, `${file} cannot be read.`, mend, { cause })
  }
  if (content.length <= workbookBytesMax) return content
  const mend = 'Take pictures and unused sheets out; large lists belong in a dataset.'
  throw new Failure(exitCodes.usage, `${file} holds more than 20 MiB.`, mend)
}

async function layoutFor(
  workbook: string,
  layout: Parameters<typeof askLayout>[0],
): Promise<SaidLayout> {
  if (process.stdin.isTTY && process.stderr.isTTY) return askLayout(layout)
  throw mustSayLayout(workbook, layout)
}

function saidIn({ input, output, taxRate, amounts }: WorkbookOptions): SaidLayout {
  if (taxRate !== undefined && !isRate(taxRate)) {
    throw new Failure(exitCodes.usage, `${taxRate} is no rate.`, 'Write one such as 0.19.')
  }
  if (amounts !== undefined && amounts !== 'major' && amounts !== 'minor') {
    throw new Failure(exitCodes.usage, `Amounts are not ${amounts}.`, 'Write major or minor.')
  }
  return {
    ...(input === undefined ? {} : { inputs: cellsIn(input) }),
    ...(output === undefined ? {} : { outputs: cellsIn(output) }),
    ...(taxRate === undefined ? {} : { tax_rate: Number(taxRate) }),
    ...(amounts === undefined ? {} : { amounts }),
  }
}

function cellsIn(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const [, name, cell] = /^([^=]+)=(.+)$/.exec(word) ?? []
      if (name !== undefined && cell !== undefined) return [name, cell]
      const mend = 'Write a name and a cell, such as age=Quote!B3.'
      throw new Failure(exitCodes.usage, `${word} names no cell.`, mend)
    }),
  )
}
