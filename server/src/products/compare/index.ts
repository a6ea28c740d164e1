export { compareDefinitions } from './compare-definitions.ts'
export { compareFiles } from './compare-files.ts'
export { type PricedVersion, comparePrices } from './compare-prices.ts'
export type { Difference, DifferenceArea } from './difference.ts'
