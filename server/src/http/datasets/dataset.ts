import { type Static, Type } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import { datasetNotFound } from '../../datasets/index.ts'
import type { ImportDone, ManagedDataset } from '../../management/index.ts'
import { flag, named, oneOf, text, textOrNull, timestampText } from '../wire/schema.ts'
import { datasetExample, importProblemsExample, importedExample } from './examples.ts'
import { problemSchema } from '../wire/problem.ts'

export const fieldTypes = ['text', 'number', 'boolean', 'date'] as const
export const accesses = ['public', 'locked'] as const

export const managedDatasetSchema = Type.Object(
  {
    id: text('The dataset.'),
    key: text('Its short name, which products refer to.'),
    name: text('Its name.'),
    languages: Type.Array(Type.String(), {
      description: 'In the order in which one stands in for another that has no value.',
    }),
    access: oneOf(accesses, 'Whether anybody may read it, or only holders of an access token.'),
    key_field: text('The field that identifies an item from import to import.'),
    fields: Type.Array(
      Type.Object({
        name: text('Its name.'),
        type: oneOf(fieldTypes, 'What its values are.'),
        hidden: flag('Whether front ends are kept from it.'),
      }),
      { description: 'In the order of the file.' },
    ),
    product: textOrNull(
      'The key of the product whose folder it came with, and with which it is published; null where it was imported on its own and is shared.',
    ),
    products: Type.Array(Type.String(), {
      description: 'The keys of the products whose rules name it.',
    }),
    is_live: flag('False for that of a product which was never published: shown as last pushed.'),
    items: Type.Integer({ description: 'How many items it has.' }),
    created_at: timestampText('When it was made.'),
    imported_at: timestampText('When its present items were imported.'),
  },
  {
    $id: 'ManagedDataset',
    description: 'A dataset, as its owner sees it.',
    examples: [datasetExample],
  },
)

export const importedSchema = Type.Object(
  {
    dataset: named(managedDatasetSchema),
    is_new: flag('False when the items were exactly these already.'),
    is_dry_run: flag('True when nothing was kept, because only a dry run was asked for.'),
    added: Type.Integer({ description: 'Items whose key is new.' }),
    changed: Type.Integer({ description: 'Items whose key stays and whose values do not.' }),
    removed: Type.Integer({ description: 'Items that left the dataset.' }),
    kept: Type.Integer({ description: 'Items that are as they were.' }),
  },
  {
    $id: 'ImportedDataset',
    description: 'What an import did. Items whose key stays keep their ids.',
    examples: [importedExample],
  },
)

/** An import that is refused, be it for its lines or, without problems, for how it was called. */
export const refusedImport = {
  description: 'Lines of the file are wrong. Nothing was imported.',
  content: {
    'application/json': {
      schema: Type.Object({
        status: text('The reason phrase.'),
        message: text('How many mistakes there are.'),
        problems: Type.Array(named(problemSchema), { description: 'The first twenty.' }),
        problems_total: Type.Integer({ description: 'How many there are in all.' }),
      }),
      examples: {
        mistakes: {
          summary: 'Each wrong line is told with its number.',
          value: {
            status: 'Unprocessable Entity',
            message: 'The file has a mistake.',
            problems: importProblemsExample,
            problems_total: 1,
          },
        },
      },
    },
  },
}

export const unknownDataset = datasetNotFound.listed({
  when: 'You have no such dataset.',
  example: ['bridges'],
})

export const datasetParams = Type.Object({
  datasetKey: Type.String({
    description: 'The key of the dataset, or its id.',
    examples: [datasetExample.key],
  }),
})

export function viewDataset(dataset: ManagedDataset): Static<typeof managedDatasetSchema> {
  return {
    id: dataset.id,
    key: dataset.key,
    name: dataset.name,
    languages: [...dataset.languages],
    access: dataset.access,
    key_field: dataset.keyField,
    fields: dataset.fields.map(({ name, type, hidden }) => ({ name, type, hidden })),
    product: dataset.product,
    products: [...dataset.products],
    is_live: dataset.isLive,
    items: dataset.items,
    created_at: timestamp(dataset.createdAt),
    imported_at: timestamp(dataset.importedAt),
  }
}

export function viewImported(
  { imported, dataset }: ImportDone,
  isDryRun: boolean,
): Static<typeof importedSchema> {
  const { isNew, added, changed, removed, kept } = imported
  return {
    dataset: viewDataset(dataset),
    is_new: isNew,
    is_dry_run: isDryRun,
    added,
    changed,
    removed,
    kept,
  }
}
