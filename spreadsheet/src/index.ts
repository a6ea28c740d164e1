export {
  checkSavedValues,
  type RecomputedCell,
  type SavedValuesCheck,
} from './check-saved-values.ts'
export {
  type ChangedValue,
  changedValues,
  compareCells,
  type ComparedWorkbook,
  type CompareOptions,
  type WorkbookDifference,
} from './compare/compare-cells.ts'
export type { Move } from './compare/moved-formula.ts'
export { findNeeded, type NeededCells } from './compare/needed-cells.ts'
export type { CellReading, CellStep, Stage } from './compile/cell-step.ts'
export {
  type CellsToCompile,
  compileCells,
  type CompiledCells,
  type GivenCell,
  type GivenSlot,
} from './compile/compile-cells.ts'
export { problemsMax } from './compile/compile-steps.ts'
export { atOnce, inSlices, type Work } from './compile/in-slices.ts'
export { copyIt, type UseOfOtherFile } from './compile/other-files.ts'
export { plainWords } from './compile/plain-words.ts'
export type { SwappedRange } from './compile/range-values.ts'
export { readCell, runStage, runStep, show, type TracedCell } from './compile/run-stage.ts'
export { type CellsToFill, type FilledCell, fillWorkbook } from './fill-workbook.ts'
export type { CellRange, CellStyle, SheetLooks, Validation } from './looks.ts'
export type { Cell, CellPlace, CellValue, DefinedName, Sheet, Table, Workbook } from './workbook.ts'
export {
  addressOf,
  columnLetters,
  columnNumber,
  parseAddress,
  placeOf,
  referenceTo,
} from './xlsx/cell-address.ts'
export { workbookLimits, type WorkbookLimits } from './xlsx/limits.ts'
export { parseWorkbook } from './xlsx/parse-workbook.ts'
export { readLooks } from './xlsx/read-looks.ts'
export { orUnreadable, type WorkbookProblem } from './xlsx/workbook-problem.ts'
