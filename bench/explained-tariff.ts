import {
  explainDifference,
  type Grain,
  type PreparedSwaps,
  type PricingInput,
} from '@bindery/server/src/pricing/index.ts'
import { layoutOf } from '@bindery/server/src/pricing/testing/build-workbook.ts'
import { workbookOf } from '@bindery/spreadsheet/testing'
import { neededForPrices } from '@bindery/server/src/pricing/workbook/compare-workbooks.ts'
import { swapSides } from '@bindery/server/src/pricing/workbook/swap/swap-workbooks.ts'
import { dearerTariff, tariffParts, tariffWorkbook } from './tariff-workbook.ts'

/** Two versions of the tariff, ready to explain why prices differ between them: by tables, and by cells. */
export function explainedTariff() {
  const [was, is] = [tariffParts(), dearerTariff()]
  const [old, now] = [was, is].map((parts) => {
    const [workbook, layout] = [workbookOf(parts), layoutOf(parts)]
    return { workbook, layout, needed: neededForPrices(workbook, layout) }
  })
  if (old === undefined || now === undefined) throw new Error('there are two tariffs')
  const [sold, sells] = [tariffWorkbook(was).evaluate, tariffWorkbook(is).evaluate]
  const began = performance.now()
  const explained = (grain: Grain) => {
    const bench = swapSides(old, now, grain)
    if (bench === null) throw new Error('the tariff compiles')
    const swaps: PreparedSwaps = { ...bench, priceBefore: sold, priceAfter: sells }
    const explain = (input: PricingInput) =>
      explainDifference(swaps, input, input, { fields: [], dayFields: [] })
    const cells = bench.swaps.reduce((sum, { words }) => sum + words.cells, 0)
    return { swaps: bench.swaps.length, explain, cells }
  }
  const table = explained('table')
  const ms = performance.now() - began
  return { table, cell: explained('cell'), cells: table.cells, ms }
}
