import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { AlreadyReported, mistakesIn } from '../failure.ts'
import { encodeFiles } from '../folder/product-files.ts'
import { settingOf } from '../folder/product-yaml.ts'
import { readFolder } from '../folder/read-folder.ts'
import { describeUses } from '../output/datasets.ts'
import { describeDifferences } from '../output/differences.ts'
import { count, describeProblems } from '../output/problems.ts'
import type { Paint } from '../output/paint.ts'
import { shellWord } from '../output/shell-word.ts'

export function addPlan(program: Command): void {
  addCommand(program, 'plan <folder>', {
    summary: 'See what pushing and publishing a folder would change',
    details:
      'Compares it with the live version, or what was pushed last where none is live, prices of the test cases included. Cases that fail keep it from being pushed, and are told besides. Nothing is kept.',
    examples: ['bindery plan travel'],
  }).action(action(plan))
}

async function plan({ output, server }: Work<object>, folder: string): Promise<void> {
  const files = await readFolder(folder)
  const { client } = await server()
  const answer = await output.during(`Comparing ${folder} with the server`, () =>
    client.manage.products.plan(encodeFiles(files)),
  )
  const { valid, problems, differences, datasets, warnings } = answer
  const currency = settingOf(files, 'currency')
  const next = valid ? ` Next: bindery push ${shellWord(folder)}` : ''
  const lines = (paint: Paint) => [
    ...(differences.length === 0
      ? [`${folder} is what the server has: nothing would change.`]
      : [
          ...describeDifferences(differences, currency, paint),
          `${count(differences.length, 'thing')} would change.${next}`,
        ]),
    ...describeUses(datasets, settingOf(files, 'key'), paint),
    ...(warnings.length === 0 ? [] : [`A push would warn of ${count(warnings.length, 'thing')}:`]),
    ...describeProblems(warnings, paint),
  ]
  if (valid) return output.show(answer, lines)
  const failure = mistakesIn(folder, problems, 'A push would be refused. Nothing was changed.')
  // Without a difference nothing is known of the folder but its mistakes.
  if (differences.length === 0) throw failure
  output.showAndFail(answer, lines, failure)
  throw new AlreadyReported(failure.exitCode)
}
