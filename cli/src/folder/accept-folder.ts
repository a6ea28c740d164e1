import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Work } from '../command.ts'
import { AlreadyReported, Failure, exitCodes } from '../failure.ts'
import { assertConfirmed } from '../meant.ts'
import { groupBy } from '../output/group-by.ts'
import type { Paint } from '../output/paint.ts'
import { count } from '../output/problems.ts'
import { acceptCases } from './accept-case.ts'
import { type ProductFiles, encodeFiles } from './product-files.ts'
import { type TestCase, casesOf, isFailedCase } from './test-cases.ts'

interface Tested {
  readonly folder: string
  readonly files: ProductFiles
  readonly cases: readonly TestCase[]
}

/** Shows the failing cases, asks for confirmation, and rewrites them; all files or none. */
export async function acceptFolder(
  { options, output, server }: Work<{ readonly yes?: boolean }>,
  { folder, files, cases }: Tested,
  describe: (cases: readonly TestCase[], paint: Paint) => string[],
): Promise<void> {
  const failed = cases.filter((one) => !one.passed)
  const { rewritten, unaccepted } = rewrite(files, failed)
  if (!output.isJson) process.stderr.write(`${describe(failed, output.paint).join('\n')}\n`)
  const accepted = failed.filter((one) => !unaccepted.includes(one.name))
  if (accepted.length === 0) {
    throw new Failure(exitCodes.failed, nothingToRecord(unaccepted), 'Nothing was changed.')
  }
  await assertConfirmed(
    `${count(accepted.length, 'case')} will be rewritten to expect ${accepted.length === 1 ? 'its current result' : 'their current results'}.`,
    options.yes === true,
  )
  const { client } = await server()
  const after = new Map([...files, ...rewritten])
  const { problems } = await output.during('Running the cases again', () =>
    client.manage.products.validate(encodeFiles(after)),
  )
  const left = casesOf(after, problems.filter(isFailedCase)).filter((one) => !one.passed)
  const wrong = left.find((one) => accepted.some(({ file, name }) => isSame(one, file, name)))
  if (wrong !== undefined) {
    const fix = `Change ${wrong.file} by hand. Nothing was changed.`
    throw new Failure(exitCodes.failed, `The case "${wrong.name}" cannot be recorded.`, fix)
  }
  await replaceAll(folder, files, rewritten)
  const names = [...rewritten.keys()]
  const answer = { accepted: accepted.map(({ file, name }) => ({ file, name })), unaccepted }
  output.show({ ...answer, files: names }, (paint) => [
    `${paint.green('✓')} ${count(accepted.length, 'case')} recorded in ${names.join(', ')}.`,
    ...(unaccepted.length === 0 ? [] : [`${paint.red('✗')} ${nothingToRecord(unaccepted)}`]),
  ])
  if (left.length > 0) throw new AlreadyReported()
}

function isSame(one: TestCase, file: string, name: string): boolean {
  return one.file === file && one.name === name
}

function rewrite(files: ProductFiles, failed: readonly TestCase[]) {
  const rewritten = new Map<string, Uint8Array>()
  const unaccepted: string[] = []
  for (const [file, ofFile] of groupBy(failed, (one) => one.file)) {
    const before = new TextDecoder().decode(files.get(file))
    const after = acceptCases(before, ofFile)
    unaccepted.push(...after.unaccepted)
    if (after.text !== before) rewritten.set(file, new TextEncoder().encode(after.text))
  }
  return { rewritten, unaccepted }
}

function nothingToRecord(names: readonly string[]): string {
  const cases = names.map((name) => `"${name}"`).join(', ')
  return `There is no result to record for ${cases}. Correct the product, or the case by hand.`
}

/** Refuses to overwrite a file that was saved meanwhile. */
async function replaceAll(
  folder: string,
  read: ProductFiles,
  rewritten: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const path of rewritten.keys()) {
    const now = await readFile(join(folder, path))
    if (now.equals(read.get(path) ?? new Uint8Array())) continue
    const fix = 'Run the command again. Nothing was changed.'
    throw new Failure(exitCodes.failed, `${path} was changed in the meantime.`, fix)
  }
  const parts = [...rewritten].map(([path, content]) => ({
    content,
    target: join(folder, path),
    part: join(folder, `${path}.${process.pid}.part`),
  }))
  try {
    for (const { part, content } of parts) await writeFile(part, content)
    for (const { part, target } of parts) await rename(part, target)
  } finally {
    for (const { part } of parts) await rm(part, { force: true })
  }
}
