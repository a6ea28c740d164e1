import { refused, refusedEarly } from '../wire/error-example.ts'
import { pageErrors } from './errors.ts'
import { datasetIds } from './examples/datasets.ts'

export const managedDatasetNotFound = refused(
  'not_found',
  'dataset',
  'You have no such dataset.',
  'Dataset bridges was not found.',
)

export const listDatasetsErrors = pageErrors

const wrongParameter = (name: string, summary: string, message: string, field: string) =>
  refused('validation_failed', name, summary, message, [{ code: 'invalid_value', field }])

/** What POST /manage/datasets/{datasetKey}/import refuses, lines that are wrong apart. */
export const importErrors = [
  refused(
    'not_found',
    'dataset',
    'It was named by its id, and you have none with it.',
    `Dataset ${datasetIds.dataset} was not found.`,
  ),
  refused(
    'validation_failed',
    'of_a_product',
    'It belongs to a product, whose folder brings its items.',
    'The dataset companies belongs to the product cyber. Change it in the folder of cyber, push and publish; or import under another key.',
    [{ code: 'invalid_value', field: 'dataset_key' }],
  ),
  wrongParameter(
    'parameter',
    'A parameter is not as described; the message names it.',
    'The parameter types must be a list such as postcode:text,employees:number.',
    'types',
  ),
  refused(
    'validation_failed',
    'key_field_missing',
    'The dataset is new, and nobody said what identifies its items.',
    'There is no dataset bridges yet: say with key_field which column identifies an item.',
    [{ code: 'required', field: 'key_field' }],
  ),
  wrongParameter(
    'no_column',
    'A parameter names a column that the file does not have.',
    'There is no column price.',
    'hidden',
  ),
  wrongParameter(
    'merge_settings',
    'A merge was to change the settings of the dataset.',
    'A merge leaves the settings of the dataset as they are.',
    'name',
  ),
  wrongParameter(
    'merge_key',
    'A merge goes by another column than the dataset does.',
    'The items of garages are identified by code.',
    'key_field',
  ),
  refused(
    'body_too_large',
    'too_large',
    'The file is larger than an upload may be.',
    'The file is larger than 1024 MiB. Import it in parts with mode=merge.',
  ),
  refusedEarly(
    415,
    'wrong_media_type',
    'Another Content-Type than text/csv or application/x-ndjson.',
    'The Content-Type is not taken here. Most calls take application/json; the description of the call says which.',
  ),
]

export const exportErrors = [
  managedDatasetNotFound,
  wrongParameter(
    'format',
    'There is no such format.',
    'The parameter format must be one of csv, jsonl.',
    'format',
  ),
]

export const tokenNotFound = refused(
  'not_found',
  'access_token',
  'There is no such token, or you do not manage its account.',
  `Access token ${datasetIds.token} was not found.`,
)
