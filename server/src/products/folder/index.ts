export { checkDemo, checkDemoPrice } from './check-demo.ts'
export {
  compileProduct,
  type CompiledItem,
  type CompiledProduct,
  type CompileProductOptions,
  type CompileProductResult,
} from './compile-product.ts'
export { customerFields } from './customer-fields.ts'
export { type DatasetItemRow, type DatasetItemsResult, parseDatasetItems } from './dataset-items.ts'
export { demoFromTests } from './demo-from-tests.ts'
export { namesDataset, placeDatasetItems } from './dataset-references.ts'
export { FolderDatasets, datasetsByKey } from './folder-datasets.ts'
export { datasetFileOf, datasetKeysIn } from './datasets.ts'
export { itemFile } from './items.ts'
export { orderProblems } from './order-problems.ts'
export {
  parseProductFiles,
  type ParseProductResult,
  type PartlyRead,
} from './parse-product-files.ts'
export { readProductFolder } from './read-product-folder.ts'
export { resolveDemo, type ResolvedDemo } from './resolve-demo.ts'
export { givenQuote, sampleAnswers, type SampleAnswers } from './sample-answers.ts'
export {
  describeReport,
  priceCase,
  priceProductTests,
  runProductTests,
  type TestReport,
} from './run-product-tests.ts'
export { allSound, type Soundness } from './soundness.ts'
export { watchPrices } from './watch-prices.ts'
