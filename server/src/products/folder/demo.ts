import type { Problem } from '../../kernel/index.ts'
import type { DatasetDefinition, ProductDemo, ProductFiles } from '../product-definition.ts'
import { datasetKeysIn } from './datasets.ts'
import { openYaml } from './open-file.ts'
import type { Part } from './part.ts'

export const demoFile = 'demo.yaml'

/** demo.yaml, which a folder may leave out. */
export function readDemo(
  files: ProductFiles,
  datasets: readonly DatasetDefinition[],
  problems: Problem[],
): ProductDemo | null {
  if (!files.has(demoFile)) return null
  const root = openYaml(files, demoFile, problems)
  if (root === null) return null
  root.hasOnly(['quote', 'policy', 'knockout', 'dataset_field'])
  return {
    quote: root.member('quote').jsonObject("Write a complete valid quote's data."),
    policy: readPolicy(root.member('policy')),
    knockout: root.member('knockout').jsonObject('Write the changes that decline the quote.'),
    datasetField: readDatasetField(root.member('dataset_field'), datasets, files),
  }
}

function readPolicy(part: Part): ProductDemo['policy'] {
  const policy = part.jsonObject('Write first_name, last_name, email, language and data.')
  if (!part.isAbsent) part.member('data').jsonObject("Write the policy's data, field by field.")
  return policy
}

function readDatasetField(
  part: Part,
  datasets: readonly DatasetDefinition[],
  files: ProductFiles,
): string | null {
  if (part.isAbsent) return null
  const field = part.text('Write the quote field that takes an item of a dataset.')
  const isKnown = datasetKeysIn(files).length === datasets.length
  if (isKnown && !datasets.some((dataset) => dataset.access === 'public')) {
    part.refuse('The folder has no public dataset to take an item from.', 'Remove it.')
  }
  return field
}
