import type { Cell } from '@bindery/spreadsheet'
import {
  type Area,
  type CellId,
  type Grid,
  isSingleCell,
  readAreas,
  type References,
} from '@bindery/spreadsheet/references'

/** As many as prices may depend on. */
const formulasMax = 50_000
const usesMax = 2_000_000

export interface PlacedCell {
  readonly id: CellId
  readonly grid: Grid
  readonly cell: Cell
}

/** The uses between all cells of a workbook, whose inputs and outputs are not yet known. */
export interface CellUses {
  readonly formulas: ReadonlyMap<CellId, PlacedCell>
  /** The cells that a formula names one by one. */
  readonly named: ReadonlyMap<CellId, readonly CellId[]>
  readonly ranges: ReadonlyMap<CellId, readonly Area[]>
  /** Formulas that search their ranges, where SUM takes all of them together. */
  readonly searching: ReadonlySet<CellId>
  /** Cells that a formula computes with, and does not only show elsewhere. */
  readonly computedWith: ReadonlySet<CellId>
  /** Formulas that no other formula reads. */
  readonly sinks: ReadonlySet<CellId>
  /** Every cell that a formula depends on, whether it names it or a range with it. */
  readonly behind: (id: CellId) => ReadonlySet<CellId>
}

/** Functions that look something up in a range, or pick from it. */
const searches = /\b(\w*LOOKUP|X?MATCH|INDEX|OFFSET|\w+IFS?)\s*\(/i
/** A formula such as `=Quote!$A$3`. */
const onlyShows = /^=?\s*(?:(?:'[^']+'|[\p{L}\w.]+)!)?\$?[A-Z]{1,3}\$?\d+\s*$/iu

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
  const ranges = new Map<CellId, Area[]>()
  const searching = new Set<CellId>()
  const computedWith = new Set<CellId>()
  const reads = new Map<CellId, Set<CellId>>()
  const read = new Set<CellId>()
  let uses = 0
  for (const { id, grid, cell } of formulas.values()) {
    const parsed = references.readFormula(cell.formula ?? '')
    if (!parsed.ok) continue
    const singles: CellId[] = []
    const aggregated: Area[] = []
    const all = new Set<CellId>()
    const at = { grid, row: cell.row, column: cell.column }
    readAreas(parsed.expression, at, cell.arrayRange !== undefined, references, (area) => {
      if (isSingleCell(area)) {
        const one = area.grid.id(area.top, area.left)
        singles.push(one)
        all.add(one)
      } else {
        aggregated.push(area)
        for (const one of area.grid.liveIn(area)) all.add(one)
      }
    })
    uses += all.size
    if (uses > usesMax) return null
    named.set(id, singles)
    const formula = cell.formula ?? ''
    if (aggregated.length > 0) ranges.set(id, aggregated)
    if (searches.test(formula)) searching.add(id)
    if (!onlyShows.test(formula)) for (const one of singles) computedWith.add(one)
    reads.set(id, all)
    for (const one of all) if (one !== id) read.add(one)
  }
  return {
    formulas,
    named,
    ranges,
    searching,
    computedWith,
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
