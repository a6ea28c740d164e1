import type { SavedValuesCheck } from '@bindery/spreadsheet'
import { toPremium } from '../premium/to-premium.ts'
import type { PricedOutcome } from '../pricing-types.ts'
import type { CompiledWorkbook } from './compiled-workbook.ts'

/**
 * Holds the price that a workbook was saved with to the money contract. Where questions are without
 * an answer in the file, a price that is none proves nothing.
 */
export function checkSavedPrice({
  calculation,
  isWhole,
}: ReturnType<CompiledWorkbook['evaluateSaved']>): SavedValuesCheck & {
  readonly saved: PricedOutcome
} {
  const saved = toPremium(calculation)
  if (saved.outcome !== 'failed' || !isWhole) return { problems: [], warnings: [], saved }
  const problem = {
    place: saved.place,
    message: `With the answers that the workbook was saved with, there is no price: ${saved.reason}.`,
    fix: 'Correct the formula, or save the workbook with answers that have a price.',
  }
  return { problems: [problem], warnings: [], saved }
}
