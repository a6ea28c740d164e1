import { Type } from 'typebox'
import { refused } from '../wire/error-example.ts'
import { ids } from '../wire/examples/ids.ts'
import { anyObject, named, pathId, text } from '../wire/schema.ts'

const datasetId = 'dat_01af10842400a1f3c09b7712de54'
const itemId = 'dai_01af108424013f7be2d06c95a841'

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

export const tokenMissing = refused(
  'authentication_required',
  'token_missing',
  'The dataset is locked to an account, and no access token was sent.',
  'Authentication is required: send an access token as Authentication: Bearer.',
)
export const tokenUnknown = refused(
  'authentication_required',
  'token_unknown',
  'The access token is not known.',
  'Authentication is required: this access token is not known here.',
)
export const datasetNotFound = refused(
  'not_found',
  'dataset',
  'There is none, or none that this access token may read.',
  `Dataset ${datasetId} was not found.`,
)
export const itemNotFound = refused(
  'not_found',
  'dataset_item',
  'There is none, or it left its dataset, or this access token may not read it.',
  `Dataset item ${itemId} was not found.`,
)
/** What naming a product version adds. */
export const versionErrors = [
  refused(
    'authentication_required',
    'no_key',
    'A product version was named, and no key was sent.',
    'Authentication is required: send a secret key as a Bearer token, or a public key as the query parameter key.',
  ),
  refused(
    'not_found',
    'product_version',
    'The version is unknown, or of a product that this key may not sell.',
    `Product version ${ids.productVersion} was not found.`,
  ),
  refused(
    'draft_needs_test_key',
    'draft_with_live_key',
    'A live key asks for a draft.',
    'Unpublished versions can be used with test keys only.',
  ),
]
export const wrongParameter = refused(
  'validation_failed',
  'parameter',
  'A parameter is missing or wrong; the message names it.',
  'limit: It takes a whole number from 1 to 100.',
  [{ code: 'invalid_value', field: 'limit' }],
)
export const languageMissing = refused(
  'validation_failed',
  'language',
  'The language is missing.',
  'language: This parameter is required.',
  [{ code: 'required', field: 'language' }],
)
export const searchTooSlow = refused(
  'temporarily_unavailable',
  'slow_search',
  'The search takes longer than a search may take.',
  'This search takes too long. Narrow it down, or try again in a moment.',
)
