import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { mistakesIn } from '../failure.ts'
import { encodeFiles } from '../folder/product-files.ts'
import { readFolder } from '../folder/read-folder.ts'
import { count, describeProblems } from '../output/problems.ts'

export function addValidate(program: Command): void {
  addCommand(program, 'validate <folder>', {
    summary: 'Check a product folder and list all its mistakes',
    details:
      'Checks everything that a push checks: files, rules, prices, test cases, documents. Lists all mistakes and warnings at once. Nothing is stored.',
    examples: ['bindery validate travel'],
  }).action(action(validate))
}

async function validate(work: Work<object>, folder: string): Promise<void> {
  const files = await readFolder(folder)
  const { client } = await work.server()
  const body = { files: encodeFiles(files) }
  const answer = await work.output.during(`Checking ${folder}`, () =>
    client.call('validateProduct', { body }),
  )
  if (!answer.valid) throw mistakesIn(folder, answer.problems)
  work.output.show(answer, (paint) => [
    `${paint.green('✓')} ${folder} is valid: ${count(files.size, 'file')}, no mistakes${answer.warnings.length === 0 ? '' : `, ${count(answer.warnings.length, 'warning')}`}.`,
    ...describeProblems(answer.warnings, paint),
  ])
}
