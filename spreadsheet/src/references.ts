export { wordsAround } from './compare/cell-words.ts'
export { type Area, isSingleCell, isWholeColumn } from './compile/area.ts'
export { buildGraph, type CellGraph, type CellNode, readAreas } from './compile/cell-graph.ts'
export { type CellId, Grid, positionOf } from './compile/grid.ts'
export { filesNamedIn } from './compile/other-files.ts'
export {
  nameDepthMax,
  type ReadFormula,
  References,
  rememberingFormulas,
  type FormulaPlace,
} from './compile/resolve-reference.ts'
export { scalarOf } from './compile/static-value.ts'
export { takeApart, writeOut } from './xlsx/shared-formula.ts'
