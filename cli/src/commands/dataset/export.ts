import { pipeline } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { megabytes } from '../../output/megabytes.ts'
import { writeWhole } from '../../write-whole.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { listedBy } from './show.ts'

interface Options {
  readonly format?: 'csv' | 'jsonl'
  readonly out?: string
}

export function addDatasetExport(dataset: Command): void {
  addCommand(dataset, 'export <dataset>', {
    summary: 'Export all items of a dataset as CSV or JSON lines',
    details:
      'Hidden fields are included. Importing the file again changes nothing. Without --out the items are written to standard output.',
    examples: [
      'bindery dataset export companies --out companies.csv',
      'bindery dataset export companies --format jsonl | head',
    ],
  })
    .addOption(
      new Option(
        '--format <format>',
        'csv, or jsonl for JSON lines; by default from the file name',
      ).choices(['csv', 'jsonl']),
    )
    .option('--out <file>', 'the file to write')
    .action(action(exportDataset))
}

async function exportDataset(
  { options, output, server }: Work<Options>,
  key: string,
): Promise<void> {
  const { out } = options
  if (out === undefined && output.isJson) {
    const fix = 'Add --out <file>, or leave --json out.'
    throw new Failure(
      exitCodes.usage,
      'Standard output cannot hold both the items and the JSON answer.',
      fix,
    )
  }
  const { client } = await server()
  const format = options.format ?? (out !== undefined && isJsonLines(out) ? 'jsonl' : 'csv')
  const chunks = client.manage.datasets.export(key, format)
  if (out === undefined) {
    await ifNotFound(pipeline(chunks, process.stdout, { end: false }), listedBy)
    return
  }
  const bytes = await output.withProgress(`Exporting ${key}`, null, (report) =>
    ifNotFound(writeWhole(out, chunks, report), listedBy),
  )
  output.show({ dataset: key, format, file: out, bytes }, (paint) => [
    `${paint.green('✓')} ${key} is in ${out} (${megabytes(bytes)}).`,
  ])
}

export function isJsonLines(path: string): boolean {
  return /\.(jsonl|ndjson)$/i.test(path)
}
