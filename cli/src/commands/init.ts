import { basename, resolve } from 'node:path'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { Failure, exitCodes } from '../failure.ts'
import type { ProductFiles } from '../folder/product-files.ts'
import { nextSteps } from '../output/next-steps.ts'
import { writtenFiles } from '../output/written-files.ts'
import { type WorkbookOptions, initFromWorkbook } from '../init-from-workbook.ts'
import { assertNewFolder, writeNewFolder } from '../folder/write-new-folder.ts'
import { namesFrom, starterFiles } from '../starter-files.ts'

interface Options extends WorkbookOptions {
  readonly distributor: string
  readonly from?: string
}

export function addInit(program: Command): void {
  addCommand(program, 'init <folder>', {
    summary: 'Create a working product folder: a starter, or one from a workbook',
    details:
      'The name of the folder becomes the key of the product. With --from, rules are proposed from the ' +
      "workbook's data validation, conditions, lookups and number formats, each with its reason as a " +
      'comment, and test cases are recorded. Parts of the workbook that cannot be used are listed. ' +
      'Where the workbook does not name its inputs and outputs, likely cells are proposed. On a ' +
      'terminal you are asked for whatever the workbook leaves open; in scripts, use the options ' +
      'below. Only --from needs the server.',
    examples: [
      'bindery init travel',
      'bindery init products/pet --distributor northern-brokers',
      'bindery init motor --from pricing.xlsx --currency CHF',
      'bindery init home --from tariff.xlsx --yes --start ask --term P1Y --pay year --renewal automatic',
      'bindery init home --from tariff.xlsx --input area=Quote!B3 --output gross_premium=Quote!B9 --tax-rate 19%',
    ],
  })
    .option('--distributor <key>', 'key of the distributor that sells it', 'alpine-brokers')
    .option('--from <workbook>', 'create it from this workbook (.xlsx)')
    .option('--currency <code>', 'with --from: an ISO 4217 code; EUR by default')
    .option(
      '--time-zone <zone>',
      'with --from: time zone in which days begin; Europe/Berlin by default',
    )
    .option('--language <code>', 'with --from: the language of the product; en by default')
    .option(
      '--input <name=cell>',
      'with --from: another input and its cell, such as age=Quote!B3; may be repeated',
      add,
    )
    .option('--without <name>', 'with --from: a proposed input to leave out; may be repeated', add)
    .option(
      '--output <name=cell>',
      'with --from: an output and its cell, replacing the proposed outputs; may be repeated',
      add,
    )
    .option('--tax-rate <rate>', 'with --from: the tax rate, where no cell has it')
    .option('--amounts <unit>', 'with --from: major (euros) or minor (cents)')
    .option('--start <when>', 'with --from: when cover begins: ask, today, or the name of an input')
    .option(
      '--term <length>',
      'with --from: how long cover lasts: such as P1Y, open, or the name of an input',
    )
    .option(
      '--pay <plans>',
      'with --from: once, month, quarter, half_year, year, or the name of an input',
    )
    .option('--premium-for <time>', 'with --from: what the premium covers: payment or year')
    .option('--renewal <kind>', 'with --from: automatic, on_acceptance or none')
    .option(
      '--allow-single-payment-for-open-cover',
      'with --from: allow open-ended cover for a single payment',
    )
    .option('--yes', 'with --from: do not ask; accept all proposals')
    .action(action(init))
}

async function init(work: Work<Options>, folder: string): Promise<void> {
  const { options } = work
  if (options.from === undefined) refuseWorkbookOptions(options)
  const found = namesFrom(basename(resolve(folder)))
  if (found === null) {
    const fix = 'Choose a name that begins with a letter, such as travel.'
    throw new Failure(
      exitCodes.usage,
      `The folder name ${folder} cannot be used as the key of a product.`,
      fix,
    )
  }
  await assertNewFolder(folder)
  const names = { ...found, distributor: options.distributor }
  if (options.from !== undefined) return initFromWorkbook(work, folder, options.from, names)
  return write(work, folder, names.key, await starterFiles(names))
}

/** All but --yes, which is harmless: a starter asks no questions. */
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

/** The starter has fixed content, so these options would be ignored silently. */
function refuseWorkbookOptions(options: Options): void {
  const given = Object.entries(workbookFlags)
    .filter(([name]) => name in options)
    .map(([, flag]) => flag)
  if (given.length === 0) return
  const message = `${given.join(', ')} can only be used with --from.`
  const fix =
    'Add --from and a workbook. Currency, time zone and languages of a starter are set in its product.yaml.'
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
    `${paint.green('✓')} The product folder ${folder} is created: ${writtenFiles(written)}.`,
    ...nextSteps(folder),
  ])
}

/** Collects the values of a repeatable option. */
function add(word: string, words: readonly string[] = []): string[] {
  return [...words, word]
}
