import { basename, resolve } from 'node:path'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { Failure, exitCodes } from '../failure.ts'
import type { ProductFiles } from '../folder/product-files.ts'
import { nextSteps } from '../output/next-steps.ts'
import { type WorkbookOptions, initFromWorkbook } from '../init-from-workbook.ts'
import { assertNewFolder, writeNewFolder } from '../folder/write-new-folder.ts'
import { namesFrom, starterFiles } from '../starter-files.ts'

interface Options extends WorkbookOptions {
  readonly distributor: string
  readonly from?: string
}

export function addInit(program: Command): void {
  addCommand(program, 'init <folder>', {
    summary: 'Make a product that works as it is: a starter, or one from a workbook',
    details:
      'The last part of the folder becomes the key of the product. With --from, rules are proposed from ' +
      "the workbook's data validation, conditions, lookups and number formats, each with its reason as a " +
      'comment, and test cases are recorded. What is not taken is told. Where the workbook does not say what ' +
      'its inputs and outputs are, what looks like them is proposed. On a terminal you are asked for all ' +
      'that the workbook does not say; elsewhere the options below say it. Only --from asks the server.',
    examples: [
      'bindery init travel',
      'bindery init products/pet --distributor northern-brokers',
      'bindery init motor --from pricing.xlsx --currency CHF',
      'bindery init home --from tariff.xlsx --yes --start ask --term P1Y --pay year --renewal automatic',
      'bindery init home --from tariff.xlsx --input area=Quote!B3 --output gross_premium=Quote!B9 --tax-rate 19%',
    ],
  })
    .option('--distributor <key>', 'who sells it: the key of an account', 'alpine-brokers')
    .option('--from <workbook>', 'make it from this workbook (.xlsx)')
    .option('--currency <code>', 'with --from: an ISO 4217 code; EUR by default')
    .option('--time-zone <zone>', 'with --from: where days begin; Europe/Berlin by default')
    .option('--language <code>', 'with --from: the language of the product; en by default')
    .option(
      '--input <name=cell>',
      'with --from: one more input and its cell, as age=Quote!B3; repeat',
      add,
    )
    .option('--without <name>', 'with --from: a proposed input that is not asked; repeat', add)
    .option(
      '--output <name=cell>',
      'with --from: an output and its cell, in place of the proposed ones; repeat',
      add,
    )
    .option('--tax-rate <rate>', 'with --from: the rate of the tax, where no cell has it')
    .option('--amounts <unit>', 'with --from: major (euros) or minor (cents)')
    .option('--start <when>', 'with --from: when cover begins: a question, ask or today')
    .option('--term <length>', 'with --from: how long cover lasts: P1Y, open or a question')
    .option('--pay <plans>', 'with --from: once, month, quarter, half_year, year or a question')
    .option('--premium-for <time>', 'with --from: what the premium is for: payment or year')
    .option('--renewal <kind>', 'with --from: automatic, on_acceptance or none')
    .option(
      '--allow-single-payment-for-open-cover',
      'with --from: sell cover without an end for one payment',
    )
    .option('--yes', 'with --from: ask nothing; take what is proposed')
    .action(action(init))
}

async function init(work: Work<Options>, folder: string): Promise<void> {
  const { options } = work
  if (options.from === undefined) refuseWorkbookOptions(options)
  const found = namesFrom(basename(resolve(folder)))
  if (found === null) {
    const fix = 'Choose one that begins with a letter, such as travel.'
    throw new Failure(exitCodes.usage, `No product can be named after the folder ${folder}.`, fix)
  }
  await assertNewFolder(folder)
  const names = { ...found, distributor: options.distributor }
  if (options.from !== undefined) return initFromWorkbook(work, folder, options.from, names)
  return write(work, folder, names.key, await starterFiles(names))
}

/** All but --yes: whoever makes a starter is asked nothing anyway. */
const workbookFlags: Readonly<Record<Exclude<keyof WorkbookOptions, 'yes'>, string>> = {
  currency: '--currency',
  timeZone: '--time-zone',
  language: '--language',
  input: '--input',
  without: '--without',
  output: '--output',
  taxRate: '--tax-rate',
  amounts: '--amounts',
  start: '--start',
  term: '--term',
  pay: '--pay',
  premiumFor: '--premium-for',
  renewal: '--renewal',
  allowSinglePaymentForOpenCover: '--allow-single-payment-for-open-cover',
}

/** The starter is the same for everybody: what was wished for it would be lost without a word. */
function refuseWorkbookOptions(options: Options): void {
  const given = Object.entries(workbookFlags)
    .filter(([name]) => name in options)
    .map(([, flag]) => flag)
  if (given.length === 0) return
  const message = `Without --from there is nothing for ${given.join(', ')}.`
  const fix =
    'Add --from and a workbook, or leave it out: currency, time zone and languages of the starter stand in its product.yaml.'
  throw new Failure(exitCodes.usage, message, fix)
}

async function write(
  { output }: Work<Options>,
  folder: string,
  key: string,
  files: ProductFiles,
): Promise<void> {
  const written = await writeNewFolder(folder, files)
  output.show({ folder, key, files: written }, (paint) => [
    `${paint.green('✓')} ${folder} is a product now: ${written.join(', ')}.`,
    ...nextSteps(folder),
  ])
}

/** Gathers an option that may be repeated. */
function add(word: string, words: readonly string[] = []): string[] {
  return [...words, word]
}
