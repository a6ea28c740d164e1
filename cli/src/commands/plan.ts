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
    summary: 'Show what pushing and publishing a folder would change',
    details:
      'Compares the folder with the live version, or with the last pushed version where none is live, including the prices of the test cases. Failing test cases are listed too, because they block a push. Nothing is stored.',
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
      ? [`${folder} is identical to the version on the server: nothing would change.`]
      : [
          ...describeDifferences(differences, currency, paint),
          `${count(differences.length, 'change')}.${next}`,
        ]),
    ...describeUses(datasets, settingOf(files, 'key'), paint),
    ...(warnings.length === 0 ? [] : [`A push would give ${count(warnings.length, 'warning')}:`]),
    ...describeProblems(warnings, paint),
  ]
  if (valid) return output.show(answer, lines)
  const failure = mistakesIn(folder, problems, 'A push would be refused. Nothing was changed.')
  // Without differences the mistakes are all there is to show.
  if (differences.length === 0) throw failure
  output.showAndFail(answer, lines, failure)
  throw new AlreadyReported(failure.exitCode)
}
