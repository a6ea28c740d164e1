export { datasetJobs } from './background-jobs.ts'
export * from './bind-dataset.ts'
export {
  type KeyHolder,
  type OpenDataset,
  selectBoundDatasets,
  selectDatasets,
  selectKeyHolders,
} from './dataset-store.ts'
export * from './dataset.ts'
export { DatasetTaken, importDataset, portionsOf, translatedIn } from './import-dataset.ts'
export * from './summary-store.ts'
export * from './describe-dataset.ts'
export * from './expand-items.ts'
export { exportItems } from './export-items.ts'
export type { Page } from './find-page.ts'
export { type FileImport, type Imported, importFile } from './import-file.ts'
export type { ItemPortions } from './import-dataset.ts'
export type { ImportMode, ImportResult } from './import-items.ts'
export { ImportRefused } from './import-refused.ts'
export { type FoundItem, selectItemKeys } from './item-store.ts'
export * from './list-request.ts'
export * from './look-up-items.ts'
export type { Literal } from './look-up-literals.ts'
export * from './open-datasets.ts'
export * from './tidy-datasets.ts'
export * from './wrong-count.ts'
export * from './publish-contents.ts'
export * from './reasons.ts'
