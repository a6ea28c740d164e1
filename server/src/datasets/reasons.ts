import { exampleIds, notFound, reason } from '../kernel/index.ts'
import type { ListParameter } from './list-request.ts'

export const wrongListParameter = reason({
  kind: 'validation_failed',
  code: 'invalid_list_parameter',
  label: 'parameter',
  when: 'A parameter is wrong. The message names it.',
  message: (parameter: string, message: string) => `${parameter}: ${message}`,
  errors: (field) => [{ code: 'invalid_value', field }],
  example: ['sort', 'It is wrong.'],
})
export const listParameterMissing = reason({
  kind: 'validation_failed',
  code: 'list_parameter_missing',
  label: 'parameter_missing',
  when: 'A parameter that the call requires is missing.',
  message: (parameter: ListParameter) => `${parameter}: This parameter is required.`,
  errors: (field) => [{ code: 'required', field }],
  example: ['language'],
})
export const datasetNotFound = notFound('Dataset', {
  code: 'dataset_not_found',
  when: 'The dataset does not exist, or this access token may not read it.',
  example: exampleIds.publicDataset,
})
export const datasetItemNotFound = notFound('Dataset item', {
  code: 'dataset_item_not_found',
  when: 'The item does not exist, was removed, or may not be read with this access token.',
  example: exampleIds.datasetItem,
})
export const searchTooSlow = reason({
  kind: 'temporarily_unavailable',
  code: 'slow_search',
  when: 'The search exceeds its time limit.',
  message: 'This search takes too long. Narrow the search, or try again in a moment.',
})
export const datasetBeingPrepared = reason({
  kind: 'temporarily_unavailable',
  code: 'dataset_being_prepared',
  when: 'A dataset that the answers are checked against is being indexed.',
  message: 'A dataset is being prepared for this check. Try again in a moment.',
})
