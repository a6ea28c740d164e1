import { Type } from 'typebox'
import { ids } from '../../wire/example-ids.ts'
import { anyObject, named, pathId, text } from '../../wire/schema.ts'

const { publicDataset: datasetId, datasetItem: itemId } = ids

export const datasetPath = Type.Object({ datasetId: pathId('The dataset.', datasetId) })
export const itemPath = Type.Object({ itemId: pathId('The dataset item.', itemId) })

export const datasetSchema = Type.Object(
  {
    id: text('Its id.'),
    name: text('Its name.'),
    languages: Type.Array(Type.String(), { description: 'The languages that its items are in.' }),
  },
  {
    $id: 'Dataset',
    description: 'Reference data that front ends offer and pricing reads.',
    examples: [{ id: datasetId, name: 'Companies', languages: ['en', 'de'] }],
  },
)

const datasetEntrySchema = Type.Object(
  {
    id: text('The id of the item, to be sent in quote or policy data in place of its values.'),
    value: anyObject('The fields that were asked for.'),
  },
  { $id: 'DatasetEntry', description: 'One item of a list.' },
)

export const datasetItemSchema = Type.Object(
  {
    id: text('Its id.'),
    data: anyObject('All public fields, in the language that was asked for.'),
  },
  {
    $id: 'DatasetItem',
    description: 'One item of a dataset.',
    examples: [
      {
        id: itemId,
        data: {
          company_number: 'C-0001',
          name: 'Habichtswald Steuerberatung AG',
          city: 'Dortmund',
          industry: 'Professional services',
          industry_code: 'professional_services',
          employees: 36,
          founded_on: '1992-12-10',
        },
      },
    ],
  },
)

export const dataSchemas = [datasetSchema, datasetEntrySchema, datasetItemSchema]

/** A page is written where it is read: what is sent is its text. */
const entries = Type.Unsafe<string>(Type.Array(named(datasetEntrySchema)))
const page = (description: string, example: unknown) => ({
  description,
  headers: {
    Link: {
      description: 'The addresses of the next and the previous page, where there are any.',
      type: 'string',
    },
  },
  content: { 'application/json': { schema: entries, example } },
})

export const itemsPage = page('A page of items.', [
  { id: itemId, value: { name: 'Habichtswald Steuerberatung AG', city: 'Dortmund' } },
])
export const valuesPage = page(
  'A page of distinct values, each with the first item that has them.',
  [{ id: itemId, value: { industry: 'Professional services' } }],
)

const languageText =
  'A language of the dataset. Where a value is missing in it, another one stands in.'

/** Without it all is live. Read by `versionOf`. */
const versionMembers = {
  product_version_id: Type.Optional(
    text(
      'Shows datasets as this version of a product has them; a draft is shown to test keys. Needs ' +
        'a key that may sell the product. Datasets that are not in its folder are shown live.',
    ),
  ),
  key: Type.Optional(text('A public key, with `product_version_id`.')),
}
export const versionParameters = Type.Object(versionMembers)

/** Read and checked by `readListRequest`; here only for the document, hence the true types. */
export const listParameters = Type.Object({
  language: Type.String({ description: languageText, examples: ['en'] }),
  fields: Type.String({
    description: 'A JSON array of the fields to be shown.',
    examples: ['["name","city"]'],
  }),
  limit: Type.Optional(
    Type.Integer({ description: 'Items a page.', minimum: 1, maximum: 100, default: 20 }),
  ),
  starting_after: Type.Optional(text('The id of the item after which the page begins.')),
  ending_before: Type.Optional(text('The id of the item before which the page ends.')),
  query: Type.Optional(
    Type.String({
      description:
        'A JSON array of terms `{field, search, operator}` that all must hold. Without an operator ' +
        'the text must be as searched, where `%` stands for anything; case and accents do not ' +
        'matter. Operators: `>`, `>=`, `<`, `<=`, and `IN`, which takes an array as search. ' +
        'Numbers compare as numbers and come before other text; what is empty is never found.',
      examples: ['[{"field":"name","search":"hab%"}]'],
    }),
  ),
  sort: Type.Optional(
    Type.String({
      description:
        'A JSON array of `{field, dir}`, where dir is `asc` or `desc`. Text follows the alphabet ' +
        'of the language. Without it items come as they were imported.',
      examples: ['[{"field":"name","dir":"asc"}]'],
    }),
  ),
  ...versionMembers,
})

export const itemParameters = Type.Object({
  language: Type.String({ description: languageText, examples: ['en'] }),
  ...versionMembers,
})

/** For datasets that are locked to an account. */
export const tokenHeader = Type.Object({
  authentication: Type.Optional(
    text(
      '`Bearer` and an access token, for a dataset that is locked to an account. Also taken as Authorization.',
    ),
  ),
})
