import { readdir } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Command } from 'commander'
import { type Work, action, addLocalCommand } from '../command.ts'
import { Failure, exitCodes } from '../failure.ts'
import { shellWord } from '../output/shell-word.ts'
import { writeFolder } from '../folder/write-folder.ts'
import { namesFrom, starterFiles } from '../starter-files.ts'

interface Options {
  readonly distributor: string
}

export function addInit(program: Command): void {
  addLocalCommand(program, 'init <folder>', {
    summary: 'Make a starter product, with comments, that works as it is',
    details: 'The last part of the folder becomes the key of the product.',
    examples: ['bindery init travel', 'bindery init products/pet --distributor northern-brokers'],
  })
    .option('--distributor <key>', 'who sells it: the key of an account', 'alpine-brokers')
    .action(action(init))
}

async function init({ options, output }: Work<Options>, folder: string): Promise<void> {
  const names = namesFrom(basename(resolve(folder)))
  if (names === null) {
    const mend = 'Choose one that begins with a letter, such as travel.'
    throw new Failure(exitCodes.usage, `No product can be named after the folder ${folder}.`, mend)
  }
  const there = await readdir(folder).catch(() => [])
  if (there.length > 0) {
    const mend = 'Choose a folder that does not exist yet.'
    throw new Failure(exitCodes.failed, `${folder} is not empty.`, mend)
  }
  const files = await starterFiles({ ...names, distributor: options.distributor })
  const { written } = await writeFolder(folder, files, { overwrite: false, keepOthers: false })
  output.show({ folder, key: names.key, files: written }, (paint) => [
    `${paint.green('✓')} ${folder} is a product now: ${written.join(', ')}.`,
    '',
    'Next:',
    `  bindery test ${shellWord(folder)}              run its cases`,
    `  bindery push ${shellWord(folder)} --publish    put it on sale`,
  ])
}
