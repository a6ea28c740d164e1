import { basename } from 'node:path'
import type { Answer, ImportOptions } from '@bindery/sdk'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { Failure, exitCodes } from '../../failure.ts'
import { describeFields } from '../../output/datasets.ts'
import { count } from '../../output/problems.ts'
import type { Paint } from '../../output/paint.ts'
import { isJsonLines } from './export.ts'
import { openSource } from './source.ts'

type Types = NonNullable<ImportOptions['types']>

interface Options {
  readonly keyField?: string
  readonly name?: string
  readonly languages?: string
  readonly public?: boolean
  readonly locked?: boolean
  readonly hidden?: string
  readonly type: Types
  readonly format?: 'csv' | 'jsonl'
  readonly merge?: boolean
  readonly on?: string
  readonly dryRun?: boolean
}

export function addDatasetImport(dataset: Command): void {
  addCommand(dataset, 'import <dataset> <file>', {
    summary: 'Import a dataset from CSV or JSON lines',
    details:
      'Creates a shared dataset, or replaces its items at once for all products that use it. Datasets ' +
      'of a product folder are pushed with the folder instead. Items that keep their key keep their ' +
      'id. The types of new fields are inferred. Settings of an existing dataset stay unless an ' +
      'option changes them. If any line is wrong, nothing is imported. A dash reads standard input.',
    examples: [
      'bindery dataset import companies companies.csv --key-field number --public --hidden rating',
      'bindery dataset import companies changes.csv --merge --on number',
      'zcat companies.jsonl.gz | bindery dataset import companies - --format jsonl --dry-run',
    ],
  })
    .option(
      '--key-field <column>',
      'the column that identifies an item; required for a new dataset',
    )
    .option('--name <name>', 'display name of the dataset')
    .option(
      '--languages <codes>',
      'such as en,de: the column city.de holds the German text of city',
    )
    .addOption(new Option('--public', 'anyone may read it').conflicts('locked'))
    .option(
      '--locked',
      'only holders of an access token may read it; the default for a new dataset',
    )
    .option('--hidden <fields>', 'the full list of fields that front ends cannot read, such as a,b')
    .option('--type <field=type>', 'text, number, boolean or date; may be repeated', readType, {})
    .addOption(
      new Option('--format <format>', 'csv or jsonl; by default from the file name').choices([
        'csv',
        'jsonl',
      ]),
    )
    .option('--merge', 'add and change these items and keep all others')
    .option('--on <column>', 'the column to merge by; must be the key field')
    .option('--dry-run', 'check the file and show what would change, without changing it')
    .action(action(importDataset))
}

async function importDataset(
  { options, output, server }: Work<Options>,
  key: string,
  file: string,
): Promise<void> {
  if (options.on !== undefined && options.merge !== true) {
    throw new Failure(
      exitCodes.usage,
      '--on can only be used with --merge.',
      'Add --merge, or use --key-field.',
    )
  }
  const opened = await server()
  const source = await openSource(file)
  const imported = await output.withProgress(`Importing ${key}`, source.bytes, (report) =>
    opened.client.manage.datasets.import(key, source.read(report), importOptionsOf(options, file)),
  )
  output.show(imported, (paint) => describeImport(imported, paint))
}

function importOptionsOf(options: Options, file: string): ImportOptions {
  const { name, languages, hidden, type, merge, dryRun } = options
  const keyField = options.keyField ?? options.on
  return {
    format: options.format ?? (isJsonLines(file) ? 'jsonl' : 'csv'),
    file: file === '-' ? 'standard input' : basename(file),
    ...(keyField === undefined ? {} : { keyField }),
    ...(name === undefined ? {} : { name }),
    ...(languages === undefined ? {} : { languages: languages.split(',') }),
    ...(options.public === true ? { access: 'public' } : {}),
    ...(options.locked === true ? { access: 'locked' } : {}),
    ...(hidden === undefined ? {} : { hidden: hidden.split(',') }),
    ...(Object.keys(type).length === 0 ? {} : { types: type }),
    ...(merge === true ? { mode: 'merge' } : {}),
    ...(dryRun === true ? { dryRun } : {}),
  }
}

const types = ['text', 'number', 'boolean', 'date'] as const

function readType(text: string, before: Types): Types {
  const [, field, given] = /^(.+)=(\w+)$/.exec(text) ?? []
  const type = types.find((one) => one === given)
  if (field !== undefined && type !== undefined) return { ...before, [field]: type }
  throw new InvalidArgumentError(
    `Write a field and its type, such as postcode=text. Types: ${types.join(', ')}.`,
  )
}

function describeImport(imported: Answer<'importDataset'>, paint: Paint): string[] {
  const { dataset, added, changed, removed, kept } = imported
  const name = `${dataset.key}: ${count(dataset.items, 'item')}`
  const counts = `${added} added, ${changed} changed, ${removed} removed, ${kept} unchanged`
  return [
    ...describeFields(dataset, paint),
    '',
    ...(dataset.products.length === 0
      ? []
      : [`Products that use it: ${dataset.products.join(', ')}.`]),
    imported.is_dry_run
      ? `${paint.yellow('!')} After the import ${name}: ${counts}. This was a dry run; nothing was changed.`
      : `${paint.green('✓')} ${name}: ${counts}.`,
  ]
}
