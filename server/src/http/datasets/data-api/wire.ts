import { Type } from '../../wire/type.ts'
import { ids } from '../../wire/example-ids.ts'
import { anyObject, named, pathId, text } from '../../wire/schema.ts'

const { publicDataset: datasetId, datasetItem: itemId } = ids

export const datasetPath = Type.Object({ datasetId: pathId('The dataset.', datasetId) })
export const itemPath = Type.Object({ itemId: pathId('The dataset item.', itemId) })

export const datasetSchema = Type.Object(
  {
    id: text('The dataset.'),
    name: text('The name of the dataset.'),
    languages: Type.Array(Type.String(), { description: 'The languages of its items.' }),
  },
  {
    $id: 'Dataset',
    description: 'Reference data for front ends and pricing.',
    examples: [{ id: datasetId, name: 'Companies', languages: ['en', 'de'] }],
  },
)

const datasetEntrySchema = Type.Object(
  {
    id: text('The id of the item. Send it in quote or policy data in place of its values.'),
    value: anyObject('The requested fields.'),
  },
  { $id: 'DatasetEntry', description: 'One item in a list.' },
)

export const datasetItemSchema = Type.Object(
  {
    id: text('The dataset item.'),
    data: anyObject('All public fields, in the requested language.'),
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
      description: 'The addresses of the next and the previous page, if there are any.',
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
  'A language of the dataset. Values that are missing in it are shown in another language.'

/** Without it all is live. Read by `versionOf`. */
const versionMembers = {
  product_version_id: Type.Optional(
    text(
      'Shows the datasets of this product version; drafts need a test key. Needs a key ' +
        'that may sell the product. Datasets outside of the product folder are shown as they ' +
        'are live.',
    ),
  ),
  key: Type.Optional(text('A public key, with `product_version_id`.')),
}
export const versionParameters = Type.Object(versionMembers)

/** Read and checked by `readListRequest`; here only for the document, hence the true types. */
export const listParameters = Type.Object({
  language: Type.String({ description: languageText, examples: ['en'] }),
  fields: Type.String({
    description: 'A JSON array of the fields to return.',
    examples: ['["name","city"]'],
  }),
  limit: Type.Optional(
    Type.Integer({ description: 'Items per page.', minimum: 1, maximum: 100, default: 20 }),
  ),
  starting_after: Type.Optional(text('The id of the item after which the page begins.')),
  ending_before: Type.Optional(text('The id of the item before which the page ends.')),
  query: Type.Optional(
    Type.String({
      description:
        'A JSON array of terms `{field, search, operator}`; an item has to match all of ' +
        'them. Without an operator the text has to equal `search`, where `%` matches ' +
        'anything; case and accents are ignored. Operators: `>`, `>=`, `<`, `<=`, and ' +
        '`IN`, which takes an array as `search`. Numbers are compared as numbers and sort ' +
        'before other text; empty values never match.',
      examples: ['[{"field":"name","search":"hab%"}]'],
    }),
  ),
  sort: Type.Optional(
    Type.String({
      description:
        'A JSON array of `{field, dir}`, where `dir` is `asc` or `desc`. Text is sorted by ' +
        'the alphabet of the language. By default items have the order of their import.',
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
      '`Bearer` and an access token, for a dataset that is locked to an account. The ' +
        'header Authorization is accepted too.',
    ),
  ),
})
