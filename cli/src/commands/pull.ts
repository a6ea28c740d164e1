import type { Command } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { decodeFiles } from '../folder/product-files.ts'
import { writeFolder } from '../folder/write-folder.ts'
import { count } from '../output/problems.ts'
import { anyVersion, describeVersionName, findProduct } from '../server/find-product.ts'

interface Options {
  readonly version?: string
  readonly force?: boolean
  readonly keepOthers?: boolean
}

export function addPull(program: Command): void {
  addCommand(program, 'pull <product> [folder]', {
    summary: 'Download the files of a product, byte for byte',
    details:
      'Writes the live version, or the newest pushed version where none is live, into a folder named after the product.',
    examples: ['bindery pull travel', 'bindery pull travel travel-v2 --version 2'],
  })
    .option('--version <version>', 'version to download: a number, an id, live or newest')
    .option('--force', 'overwrite files with different content')
    .option('--keep-others', 'keep files in the folder that this version does not have')
    .action(action(pull))
}

async function pull(
  { options, output, server }: Work<Options>,
  key: string,
  target: string | undefined,
): Promise<void> {
  const opened = await server()
  const product = await findProduct(opened, key)
  const isLive = product.live_version_id !== null
  const name = options.version ?? (isLive ? 'live' : 'newest')
  const version = await anyVersion(opened, product, name)
  const folder = target ?? product.key
  const { files } = await output.during(`Pulling ${product.key}`, () =>
    opened.client.call('pullProduct', { params: { versionId: version.id } }),
  )
  const result = await writeFolder(folder, decodeFiles(files), {
    overwrite: options.force === true,
    keepOthers: options.keepOthers === true,
  })
  const answer = { folder, product_version_id: version.id, number: version.number, ...result }
  output.show(answer, (paint) => [
    `${paint.green('✓')} ${product.key} ${describeVersionName(version)} is in ${folder}: ` +
      `${count(result.written.length, 'file')} written, ${result.unchanged.length} unchanged.`,
    ...(result.others.length === 0
      ? []
      : [
          `${paint.yellow('!')} Kept, though not part of this version: ${result.others.join(', ')}.`,
        ]),
  ])
}
