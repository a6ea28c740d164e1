import { type Area, areaKey } from '../compile/area.ts'
import { buildGraph, readAreas } from '../compile/cell-graph.ts'
import type { CellId } from '../compile/grid.ts'
import { atOnce } from '../compile/in-slices.ts'
import { References } from '../compile/resolve-reference.ts'
import type { CellPlace } from '../workbook.ts'
import type { Workbook } from '../workbook.ts'

/** The cells of a workbook that some calculation can come to depend on. */
export interface NeededCells {
  readonly references: References
  /** Of formulas and plain values; what a calculation is given stands in other cells. */
  readonly cells: ReadonlySet<CellId>
  /** What formulas read as a whole, each once. */
  readonly areas: readonly Area[]
  readonly formulas: readonly string[]
}

/** Finds what the wanted cells depend on, values that lookups go through included. */
export function findNeeded(
  workbook: Workbook,
  cells: { readonly given: readonly CellPlace[]; readonly wanted: readonly CellPlace[] },
): NeededCells {
  const references = new References(workbook)
  const idOf = ({ sheet, row, column }: CellPlace): CellId[] => {
    const grid = references.grid(sheet)
    return grid === undefined ? [] : [grid.id(row, column)]
  }
  const given = new Set(cells.given.flatMap(idOf))
  const roots = cells.wanted.flatMap(idOf)
  const graph = atOnce(buildGraph(roots, references, given, '', []))
  const needed = new Set(roots)
  const areas = new Map<string, Area>()
  for (const node of graph.nodes.values()) {
    needed.add(node.id)
    if (node.expression === null) continue
    readAreas(node.expression, node, node.arraySize !== null, references, (area) => {
      const key = areaKey(area)
      if (areas.has(key)) return
      areas.set(key, area)
      addCells(area, needed)
    })
  }
  for (const id of given) needed.delete(id)
  return {
    references,
    cells: needed,
    areas: [...areas.values()],
    formulas: [...graph.nodes.values()].map(({ formula }) => formula),
  }
}

/** Only what stands somewhere: whole columns have a million cells. */
function addCells({ grid, top, left, bottom, right }: Area, cells: Set<CellId>): void {
  for (let row = top; row <= Math.min(bottom, grid.lastRow); row++) {
    for (let column = left; column <= Math.min(right, grid.lastColumn); column++) {
      if (grid.cellAt(row, column) !== undefined) cells.add(grid.id(row, column))
    }
  }
}
