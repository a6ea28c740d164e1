import { readdir, readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { Failure, exitCodes, mistakesIn } from '../failure.ts'
import { decodeFiles, encodeFiles, type ProductFiles } from '../folder/product-files.ts'
import { assertMeant } from '../meant.ts'
import { describeDraft, describeUntaken } from '../output/draft.ts'
import { shellWord } from '../output/shell-word.ts'
import { writeFolder } from '../folder/write-folder.ts'
import { type StarterNames, namesFrom, starterFiles } from '../starter-files.ts'

interface Options {
  readonly distributor: string
  readonly from?: string
  readonly currency?: string
  readonly timeZone?: string
  readonly language?: string
  readonly yes?: boolean
}

export function addInit(program: Command): void {
  addCommand(program, 'init <folder>', {
    summary: 'Make a product that works as it is: a starter, or one from a workbook',
    details:
      'The last part of the folder becomes the key of the product. With --from, rules are proposed from ' +
      "the workbook's data validation, conditions, lookups and number formats, each with its reason as a " +
      'comment, and test cases are recorded. What is not taken is told. Only --from asks the server.',
    examples: [
      'bindery init travel',
      'bindery init products/pet --distributor northern-brokers',
      'bindery init motor --from pricing.xlsx --currency CHF',
    ],
  })
    .option('--distributor <key>', 'who sells it: the key of an account', 'alpine-brokers')
    .option('--from <workbook>', 'make it from this workbook (.xlsx)')
    .option('--currency <code>', 'with --from: an ISO 4217 code; EUR by default')
    .option('--time-zone <zone>', 'with --from: where days begin; Europe/Berlin by default')
    .option('--language <code>', 'with --from: the language of the product; en by default')
    .option('--yes', 'with --from: go on without asking where something is not taken')
    .action(action(init))
}

async function init(work: Work<Options>, folder: string): Promise<void> {
  const { options } = work
  const found = namesFrom(basename(resolve(folder)))
  if (found === null) {
    const mend = 'Choose one that begins with a letter, such as travel.'
    throw new Failure(exitCodes.usage, `No product can be named after the folder ${folder}.`, mend)
  }
  const there = await readdir(folder).catch(() => [])
  if (there.length > 0) {
    const mend = 'Choose a folder that does not exist yet.'
    throw new Failure(exitCodes.failed, `${folder} is not empty.`, mend)
  }
  const names = { ...found, distributor: options.distributor }
  if (options.from !== undefined) return initFromWorkbook(work, folder, options.from, names)
  return write(work, folder, names.key, await starterFiles(names))
}

async function write(
  { output }: Work<Options>,
  folder: string,
  key: string,
  files: ProductFiles,
): Promise<void> {
  const { written } = await writeFolder(folder, files, { overwrite: false, keepOthers: false })
  output.show({ folder, key, files: written }, (paint) => [
    `${paint.green('✓')} ${folder} is a product now: ${written.join(', ')}.`,
    ...next(folder),
  ])
}

function next(folder: string): string[] {
  return [
    '',
    'Next:',
    `  bindery test ${shellWord(folder)}              run its cases`,
    `  bindery push ${shellWord(folder)} --publish    put it on sale`,
  ]
}

/** What the workbook does not give is told before anything is written. */
async function initFromWorkbook(
  { options, output, server }: Work<Options>,
  folder: string,
  workbook: string,
  { key, name, prefix, distributor }: StarterNames,
): Promise<void> {
  const content = await readWorkbook(workbook)
  const { client } = await server()
  const { currency, timeZone, language } = options
  const draft = await output.during(`Reading ${workbook}`, () =>
    client.manage.products.draftFromWorkbook({
      files: encodeFiles(new Map([[basename(workbook), content]])),
      key,
      name,
      policy_prefix: prefix,
      distributor,
      ...(currency === undefined ? {} : { currency }),
      ...(timeZone === undefined ? {} : { time_zone: timeZone }),
      ...(language === undefined ? {} : { language }),
    }),
  )
  if (!draft.drafted) throw mistakesIn(workbook, draft.problems)
  if (draft.untaken.length > 0) {
    await assertMeant(describeUntaken(draft, output.paint).join('\n'), options.yes === true)
  }
  const { files, ...told } = draft
  const { written } = await writeFolder(folder, decodeFiles(files), {
    overwrite: false,
    keepOthers: false,
  })
  output.show({ folder, key, ...told, files: written }, (paint) => [
    ...describeDraft(draft, paint),
    `${paint.green('✓')} ${folder} is a product now: ${written.join(', ')}.`,
    ...next(folder),
  ])
}

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
