import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { mistakesIn } from '../failure.ts'
import { encodeFiles } from '../folder/product-files.ts'
import { settingOf } from '../folder/product-yaml.ts'
import { readFolder } from '../folder/read-folder.ts'
import { describeUses } from '../output/datasets.ts'
import { describeDifferences } from '../output/differences.ts'
import { count, describeProblems } from '../output/problems.ts'
import { shellWord } from '../output/shell-word.ts'

export function addPlan(program: Command): void {
  addCommand(program, 'plan <folder>', {
    summary: 'See what pushing and publishing a folder would change',
    details:
      'Compares it with the live version, or the newest where none is live, prices of the test cases included. Nothing is kept.',
    examples: ['bindery plan travel'],
  }).action(action(plan))
}

async function plan({ output, server }: Work<object>, folder: string): Promise<void> {
  const files = await readFolder(folder)
  const { client } = await server()
  const answer = await output.during(`Comparing ${folder} with the server`, () =>
    client.manage.products.plan(encodeFiles(files)),
  )
  if (!answer.valid) throw mistakesIn(folder, answer.problems)
  const { differences, datasets, warnings } = answer
  const currency = settingOf(files, 'currency')
  output.show(answer, (paint) => [
    ...(differences.length === 0
      ? [`${folder} is what the server has: nothing would change.`]
      : [
          ...describeDifferences(differences, currency, paint),
          `${count(differences.length, 'thing')} would change. Next: bindery push ${shellWord(folder)}`,
        ]),
    ...describeUses(datasets, settingOf(files, 'key'), paint),
    ...(warnings.length === 0 ? [] : [`A push would warn of ${count(warnings.length, 'thing')}:`]),
    ...describeProblems(warnings, paint),
  ])
}
