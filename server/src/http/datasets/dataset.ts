import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { timestamp } from '../../kernel/index.ts'
import { datasetNotFound } from '../../datasets/index.ts'
import { type ImportDone, type ManagedDataset, refusalOfImport } from '../../management/index.ts'
import { allowed, viewAllowed } from '../access/allowed.ts'
import { flag, named, oneOf, text, textOrNull, timestampText } from '../wire/schema.ts'
import { datasetExample, importProblemsExample, importedExample } from './examples.ts'
import { problemSchema } from '../wire/problem.ts'

export const fieldTypes = ['text', 'number', 'boolean', 'date'] as const
export const accesses = ['public', 'locked'] as const

export const managedDatasetSchema = Type.Object(
  {
    id: text('The dataset.'),
    key: text('The short name of the dataset, which products refer to.'),
    name: text('The name of the dataset.'),
    languages: Type.Array(Type.String(), {
      description: 'The languages, in the order in which one replaces another that has no value.',
    }),
    access: oneOf(
      accesses,
      'Whether everybody can read the dataset, or only holders of an access token.',
    ),
    key_field: text('The field that identifies an item across imports.'),
    fields: Type.Array(
      Type.Object({
        name: text('The name of the field.'),
        type: oneOf(fieldTypes, 'The type of the values.'),
        hidden: flag('Whether the field is hidden from front ends.'),
      }),
      { description: 'The fields, in the order of the file.' },
    ),
    product: textOrNull(
      'The key of the product whose folder contains the dataset and with which it is ' +
        'published; null if it was imported on its own and is shared.',
    ),
    products: Type.Array(Type.String(), {
      description: 'The keys of the products whose rules use it.',
    }),
    is_live: flag(
      'False for a dataset of a product that was never published: shown as last pushed.',
    ),
    items: Type.Integer({ description: 'The number of items.' }),
    created_at: timestampText('When the dataset was created.'),
    imported_at: timestampText('When its current items were imported.'),
    allowed: Type.Optional(allowed('import')),
  },
  {
    $id: 'ManagedDataset',
    description: 'A dataset as its owner sees it.',
    examples: [datasetExample],
  },
)

export const importedSchema = Type.Object(
  {
    dataset: named(managedDatasetSchema),
    is_new: flag('False if the dataset already had exactly these items.'),
    is_dry_run: flag('True if nothing was stored because a dry run was requested.'),
    added: Type.Integer({ description: 'The number of items with a new key.' }),
    changed: Type.Integer({ description: 'The number of existing items with changed values.' }),
    removed: Type.Integer({ description: 'The number of removed items.' }),
    kept: Type.Integer({ description: 'The number of unchanged items.' }),
  },
  {
    $id: 'ImportedDataset',
    description: 'The result of an import. Items with an existing key keep their ids.',
    examples: [importedExample],
  },
)

/** An import that is refused, be it for its lines or, without problems, for how it was called. */
export const refusedImport = {
  description: 'The file contains errors. Nothing was imported.',
  content: {
    'application/json': {
      schema: Type.Object({
        status: text('The reason phrase.'),
        code: text('`file_has_mistakes`.'),
        message: text('The number of errors, in a sentence.'),
        problems: Type.Array(named(problemSchema), { description: 'The first twenty errors.' }),
        problems_total: Type.Integer({ description: 'The total number of errors.' }),
      }),
      examples: {
        mistakes: {
          summary: 'Each invalid line is listed with its number.',
          value: {
            status: 'Unprocessable Entity',
            code: 'file_has_mistakes',
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
  when: 'The dataset does not exist, or belongs to another account.',
  example: ['bridges'],
})

export const datasetParams = Type.Object({
  datasetKey: Type.String({
    description: 'The key or the id of the dataset.',
    examples: [datasetExample.key],
  }),
})

function viewDataset(dataset: ManagedDataset): Static<typeof managedDatasetSchema> {
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

/** With what the caller may do with it. */
export function viewDatasetFor(request: FastifyRequest, dataset: ManagedDataset) {
  const acts = { import: ['importDataset', refusalOfImport(dataset)] } as const
  return { ...viewDataset(dataset), allowed: viewAllowed(request, acts) }
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
