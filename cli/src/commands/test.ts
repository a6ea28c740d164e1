import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { AlreadyReported, mistakesIn } from '../failure.ts'
import { encodeFiles } from '../folder/product-files.ts'
import { readFolder } from '../folder/read-folder.ts'
import { acceptFolder } from '../folder/accept-folder.ts'
import { type CaseDifference, type TestCase, casesOf, isFailedCase } from '../folder/test-cases.ts'
import type { Paint } from '../output/paint.ts'
import { count } from '../output/problems.ts'
import { shellWord } from '../output/shell-word.ts'
import { table } from '../output/table.ts'
import { groupBy } from '../output/group-by.ts'

interface Options {
  readonly accept?: boolean
  readonly yes?: boolean
}

export function addTest(program: Command): void {
  addCommand(program, 'test <folder>', {
    summary: 'Run the test cases of tests/*.yaml, or record their new results',
    details:
      'Shows the expected and the actual result of each failing case. --accept asks for confirmation and then rewrites what the failing cases expect; comments and everything else in the files stay as they are.',
    examples: ['bindery test travel', 'bindery test travel --accept'],
  })
    .option('--accept', 'record the results of the failing cases, after confirmation')
    .option('--yes', 'record without asking')
    .action(action(test))
}

async function test(work: Work<Options>, folder: string): Promise<void> {
  const files = await readFolder(folder)
  const { client } = await work.server()
  const body = { files: encodeFiles(files) }
  const { problems } = await work.output.during(`Running the cases of ${folder}`, () =>
    client.call('validateProduct', { body }),
  )
  // A folder with other mistakes cannot be priced, so its cases have no results.
  if (!problems.every(isFailedCase)) throw mistakesIn(folder, problems)
  const cases = casesOf(files, problems)
  const failed = cases.filter((one) => !one.passed).length
  const passed = cases.length - failed
  if (work.options.accept === true && failed > 0) {
    await acceptFolder(work, { folder, files, cases }, describeChanges)
    return
  }
  work.output.show({ passed, failed, cases }, (paint) => [
    ...describeCases(cases, paint),
    cases.length === 0
      ? `${folder} has no test cases. Write some in tests/prices.yaml.`
      : `${count(passed, 'case')} passed${failed === 0 ? '.' : `, ${failed} failed. If the new results are right, record them with: bindery test ${shellWord(folder)} --accept`}`,
  ])
  if (failed > 0) throw new AlreadyReported()
}

function describeCases(cases: readonly TestCase[], paint: Paint): string[] {
  return [...groupBy(cases, (one) => one.file)].flatMap(([file, ofFile]) => [
    paint.bold(file),
    ...ofFile.flatMap((one) => [
      `  ${one.passed ? paint.green('✓') : paint.red('✗')} ${one.name}`,
      ...describeDifferences(one.differences, paint).map((line) => `      ${line}`),
    ]),
    '',
  ])
}

/** The failing cases with what they would expect after --accept. */
function describeChanges(failed: readonly TestCase[], paint: Paint): string[] {
  const headings = ['output', 'before', 'after'] as const
  return [...groupBy(failed, (one) => one.file)].flatMap(([file, ofFile]) => [
    paint.bold(file),
    ...ofFile.flatMap(({ name, differences }) => [
      `  ${paint.yellow('~')} ${name}`,
      ...describeDifferences(differences, paint, headings).map((line) => `      ${line}`),
    ]),
    '',
  ])
}

function describeDifferences(
  differences: readonly CaseDifference[],
  paint: Paint,
  headings: readonly string[] = ['output', 'expected', 'actual'],
): string[] {
  const words = differences.flatMap((one) => ('message' in one ? [one.message] : []))
  const rows = differences.flatMap((one) =>
    'message' in one
      ? []
      : [[one.output, paint.green(show(one.expected)), paint.red(show(one.actual))]],
  )
  return [...words, ...(rows.length === 0 ? [] : table(headings, rows, paint))]
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
