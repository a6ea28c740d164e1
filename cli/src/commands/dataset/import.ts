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
      'Makes a shared dataset, or replaces its items, live at once for all products that name it; ' +
      'those of a product folder are pushed with it. Items whose key stays keep their ids. The types of ' +
      'new fields are inferred. What you do not say of a dataset that is there stays as it is. When ' +
      'a line is wrong nothing is imported. A dash reads standard input.',
    examples: [
      'bindery dataset import companies companies.csv --key-field number --public --hidden rating',
      'bindery dataset import companies changes.csv --merge --on number',
      'zcat companies.jsonl.gz | bindery dataset import companies - --format jsonl --dry-run',
    ],
  })
    .option('--key-field <column>', 'what identifies an item; needed for a new dataset')
    .option('--name <name>', 'its name')
    .option('--languages <codes>', 'such as en,de: the column city.de is the German of city')
    .addOption(new Option('--public', 'anybody may read it').conflicts('locked'))
    .option('--locked', 'only holders of an access token may read it; so is a new one by itself')
    .option('--hidden <fields>', 'exactly the fields that front ends are kept from, such as a,b')
    .option('--type <field=type>', 'text, number, boolean or date; can be repeated', readType, {})
    .addOption(
      new Option('--format <format>', 'csv or jsonl; by itself as the file is named').choices([
        'csv',
        'jsonl',
      ]),
    )
    .option('--merge', 'add and change these items, and leave the others')
    .option('--on <column>', 'the column to merge by, to be sure of it')
    .option('--dry-run', 'check the file and say what would change, but change nothing')
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
      '--on goes with --merge.',
      'Add --merge, or use --key-field.',
    )
  }
  const opened = await server()
  const source = await openSource(file)
  const imported = await output.withProgress(`Importing ${key}`, source.bytes, (tell) =>
    opened.client.manage.datasets.import(key, source.read(tell), orderOf(options, file)),
  )
  output.show(imported, (paint) => describeImport(imported, paint))
}

function orderOf(options: Options, file: string): ImportOptions {
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
  throw new InvalidArgumentError(`Write such as postcode=text, with one of ${types.join(', ')}.`)
}

function describeImport(imported: Answer<'importDataset'>, paint: Paint): string[] {
  const { dataset, added, changed, removed, kept } = imported
  const name = `${dataset.key}: ${count(dataset.items, 'item')}`
  const counts = `${added} added, ${changed} changed, ${removed} removed, ${kept} as they were`
  return [
    ...describeFields(dataset, paint),
    '',
    ...(dataset.products.length === 0 ? [] : [`It feeds ${dataset.products.join(', ')}, at once.`]),
    imported.is_dry_run
      ? `${paint.yellow('!')} ${name} would be there: ${counts}. Nothing was changed.`
      : `${paint.green('✓')} ${name}: ${counts}.`,
  ]
}
