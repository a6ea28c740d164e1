import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { Failure, exitCodes, mistakesIn } from '../failure.ts'
import { decodeFiles, encodeFiles } from '../folder/product-files.ts'
import { settingOf } from '../folder/product-yaml.ts'
import { readFolder } from '../folder/read-folder.ts'
import { readWorkbook } from '../folder/read-workbook.ts'
import { isFailedCase } from '../folder/test-cases.ts'
import { describeDifferences } from '../output/differences.ts'
import type { Paint } from '../output/paint.ts'
import { count } from '../output/problems.ts'
import { shellWord } from '../output/shell-word.ts'

interface Options {
  readonly from: string
  readonly item?: string
}

export function addUpdate(program: Command): void {
  addCommand(program, 'update <folder>', {
    summary: 'Replace the pricing workbook of a product folder',
    details:
      'Keeps the names of inputs and outputs: a workbook without names gets those of the old one, on the same cells. If the new workbook lacks one of the names, nothing changes and the missing names are listed. Shows what pushing and publishing the folder would change. Nothing is stored on the server.',
    examples: ['bindery update motor --from tariff-2028.xlsx'],
  })
    .requiredOption('--from <workbook>', 'the new workbook, saved as .xlsx')
    .option('--item <key>', 'key of the item whose workbook is replaced, if items have their own')
    .action(action(update))
}

async function update({ options, output, server }: Work<Options>, folder: string): Promise<void> {
  const files = await readFolder(folder)
  const path = workbookIn(folder, [...files.keys()], options.item)
  const before = files.get(path) ?? new Uint8Array()
  const after = await readWorkbook(options.from)
  const { products } = (await server()).client.manage
  const replaced = await output.during(`Reading ${options.from}`, () =>
    products.replaceWorkbook({
      files: encodeFiles(
        new Map([
          ['before.xlsx', before],
          ['after.xlsx', after],
        ]),
      ),
    }),
  )
  if (!replaced.replaced) {
    const names = new Map([
      ['before.xlsx', path],
      ['after.xlsx', basename(options.from)],
    ])
    const problems = replaced.problems.map((one) => {
      return { ...one, file: names.get(one.file) ?? one.file }
    })
    const message = `${options.from} cannot replace ${join(folder, path)}.`
    throw new Failure(exitCodes.failed, message, 'Nothing was changed.', { problems })
  }
  const workbook = decodeFiles(replaced.files).get('pricing.xlsx')
  if (workbook === undefined) throw new Error('a workbook that replaces another is sent back')
  const changed = new Map([...files, [path, workbook]])
  const plan = await output.during(`Comparing ${folder} with the server`, () =>
    products.plan(encodeFiles(changed)),
  )
  // A new tariff makes cases with old prices fail; any other problem would break the folder.
  const failing = plan.problems.filter(isFailedCase)
  if (failing.length < plan.problems.length) throw mistakesIn(options.from, plan.problems)
  await replaceFile(join(folder, path), workbook)
  const { inputs, outputs } = replaced
  output.show({ folder, path, inputs, outputs, ...plan }, (paint: Paint) => [
    `${paint.green('✓')} ${join(folder, path)} is replaced by ${options.from}, with ${count(inputs.length, 'input')} and ${count(outputs.length, 'output')} as before.`,
    '',
    ...(plan.differences.length === 0
      ? ['It gives the same prices as the version on the server: nothing would change.']
      : describeDifferences(plan.differences, settingOf(files, 'currency'), paint)),
    ...nextStep(folder, failing.length, plan.differences.length, paint),
  ])
}

function nextStep(folder: string, failing: number, changes: number, paint: Paint): string[] {
  const name = shellWord(folder)
  if (failing > 0) {
    const cases = failing === 1 ? 'test case does' : 'test cases do'
    return [
      `${paint.yellow('!')} ${failing} ${cases} not match the recorded prices. Review and record the new prices with: bindery test ${name} --accept`,
    ]
  }
  if (changes === 0) return []
  return [`${count(changes, 'change')}. Next: bindery impact ${name}, then bindery push ${name}`]
}

function workbookIn(folder: string, paths: readonly string[], item: string | undefined): string {
  const workbooks = paths.filter((path) => /(?:^|\/)pricing\.xlsx$/.test(path))
  const wanted =
    item === undefined ? workbooks : workbooks.filter((path) => path.split('/').includes(item))
  const [found, another] = wanted
  if (found !== undefined && another === undefined) return found
  const fix =
    workbooks.length === 0
      ? `Create a product from a workbook with: bindery init <folder> --from <workbook>`
      : `It has ${workbooks.join(', ')}. Name the item with --item.`
  const message =
    found === undefined
      ? `${folder} has no workbook${item === undefined ? '' : ` of the item ${item}`}.`
      : `${folder} has several workbooks.`
  throw new Failure(exitCodes.usage, message, fix)
}

/** Replaces the file as a whole or not at all. */
async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  const part = `${path}.${process.pid}.part`
  try {
    await writeFile(part, content)
    await rename(part, path)
  } finally {
    await rm(part, { force: true })
  }
}
