import { parseFormula } from '../../grammar/parse-formula.ts'
import { isSingleCell } from '../compile/area.ts'
import { readAreas } from '../compile/cell-graph.ts'
import type { CellId, Grid } from '../compile/grid.ts'
import type { References } from '../compile/resolve-reference.ts'
import type { Cell } from '../workbook.ts'

/** As many as prices may depend on. */
const formulasMax = 50_000
const usesMax = 2_000_000

export interface PlacedCell {
  readonly id: CellId
  readonly grid: Grid
  readonly cell: Cell
}

/** Which cells use which, over a whole workbook: nobody has said yet what it is for. */
export interface CellUses {
  readonly formulas: ReadonlyMap<CellId, PlacedCell>
  /** The cells that a formula names one by one. */
  readonly named: ReadonlyMap<CellId, readonly CellId[]>
  /** Formulas that no other formula reads. */
  readonly sinks: ReadonlySet<CellId>
  /** Every cell that a formula depends on, whether it names it or a range with it. */
  readonly behind: (id: CellId) => ReadonlySet<CellId>
}

/** Null where there is too much to look through. */
export function findUses(references: References): CellUses | null {
  const formulas = new Map<CellId, PlacedCell>()
  for (const grid of references.grids) {
    for (const cell of grid.cells()) {
      if (cell.formula === null) continue
      formulas.set(grid.id(cell.row, cell.column), {
        id: grid.id(cell.row, cell.column),
        grid,
        cell,
      })
    }
  }
  if (formulas.size > formulasMax) return null
  const named = new Map<CellId, CellId[]>()
  const reads = new Map<CellId, Set<CellId>>()
  const read = new Set<CellId>()
  let uses = 0
  for (const { id, grid, cell } of formulas.values()) {
    const parsed = parseFormula(cell.formula ?? '', 'cells')
    if (!parsed.ok) continue
    const singles: CellId[] = []
    const all = new Set<CellId>()
    const at = { grid, row: cell.row, column: cell.column }
    readAreas(parsed.expression, at, cell.arrayRange !== undefined, references, (area) => {
      if (isSingleCell(area)) {
        const one = area.grid.id(area.top, area.left)
        singles.push(one)
        all.add(one)
      } else for (const one of area.grid.liveIn(area)) all.add(one)
    })
    uses += all.size
    if (uses > usesMax) return null
    named.set(id, singles)
    reads.set(id, all)
    for (const one of all) if (one !== id) read.add(one)
  }
  return {
    formulas,
    named,
    sinks: new Set([...formulas.keys()].filter((id) => !read.has(id))),
    behind: (id) => reachable(id, reads),
  }
}

function reachable(from: CellId, reads: ReadonlyMap<CellId, ReadonlySet<CellId>>): Set<CellId> {
  const found = new Set<CellId>()
  const waiting = [from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const next of reads.get(id) ?? []) {
      if (found.has(next)) continue
      found.add(next)
      waiting.push(next)
    }
  }
  return found
}
