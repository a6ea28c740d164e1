import type { AstExpression } from '@borgar/fx'
import type { Problem } from '@bindery/rules/words'
import { orderByUse, type Use, walkReferences } from '../engine/index.ts'
import type { Cell } from '../workbook.ts'
import { parseAddress } from '../xlsx/cell-address.ts'
import { type Area, beside, resized } from './area.ts'
import { type CellId, type Grid, positionOf } from './grid.ts'
import type { Work } from './in-slices.ts'
import { nameDepthMax, type References, type FormulaPlace } from './resolve-reference.ts'

/** Formulas that the wanted cells depend on, of all sheets together. */
const formulasMax = 50_000
/** Uses of one cell by another, of all cells together. */
const usesMax = 2_000_000

/** A formula that outputs and checks depend on. */
export interface CellNode extends FormulaPlace {
  readonly id: CellId
  readonly place: string
  readonly formula: string
  /** Null where it cannot be read, which has been reported. */
  readonly expression: AstExpression | null
  /** The size of a formula entered for a whole range at once; null for an ordinary one. */
  readonly arraySize: { readonly height: number; readonly width: number } | null
  /** The cells it reads that are no plain values. */
  readonly reads: ReadonlySet<CellId>
  /** The formulas that must be computed before it. */
  readonly uses: ReadonlySet<CellId>
}

/** A cell that shows one value of a formula entered for a whole range. */
export interface ArrayElement extends FormulaPlace {
  readonly id: CellId
  readonly anchor: CellId
}

export interface CellGraph {
  readonly nodes: ReadonlyMap<CellId, CellNode>
  readonly elements: ReadonlyMap<CellId, ArrayElement>
  /** Formulas that are in no circle, each after those it uses. */
  readonly order: readonly CellId[]
}

/** Finds every formula that the given cells depend on, and the order to compute them in. */
export function* buildGraph(
  roots: Iterable<CellId>,
  references: References,
  /** Cells whose formula does not count, because a calculation brings their value. */
  given: ReadonlySet<CellId>,
  file: string,
  problems: Problem[],
): Work<CellGraph> {
  const elements = findElements(references.grids, given)
  const nodes = new Map<CellId, CellNode>()
  const uses = new Map<CellId, ReadonlySet<CellId>>()
  const waiting = [...roots]
  let useCount = 0
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (nodes.has(id) || given.has(id)) continue
    const anchor = elements.get(id)?.anchor
    if (anchor !== undefined && anchor !== id) {
      waiting.push(anchor)
      continue
    }
    const node = readNode(id, references, elements, file, problems)
    if (node === null) continue
    yield
    useCount += node.uses.size
    const tooMuch = tooMuchOf(nodes.size, useCount)
    if (tooMuch !== null) {
      problems.push({ file, place: node.place, ...tooMuch })
      return { nodes, elements, order: [] }
    }
    nodes.set(id, node)
    uses.set(id, node.uses)
    waiting.push(...node.uses)
  }
  const { order, cycles } = orderByUse(uses)
  for (const cycle of cycles) problems.push(circle(cycle, nodes, file))
  return { nodes, elements, order }
}

function tooMuchOf(formulas: number, uses: number): { message: string; fix: string } | null {
  if (formulas >= formulasMax) {
    return {
      message: `The results depend on more than ${formulasMax} formulas.`,
      fix: 'Turn tables that no input changes into plain values: copy them and paste the values.',
    }
  }
  if (uses <= usesMax) return null
  return {
    message: `The formulas use each other more than ${usesMax} times.`,
    fix: 'Refer to smaller ranges; running totals can add to the line before.',
  }
}

/** The cells of every formula entered for a range larger than its own cell. */
function findElements(
  grids: readonly Grid[],
  given: ReadonlySet<CellId>,
): Map<CellId, ArrayElement> {
  const elements = new Map<CellId, ArrayElement>()
  for (const grid of grids) {
    for (const cell of grid.arrays) {
      const size = arraySize(cell)
      if (size === null) continue
      const anchor = grid.id(cell.row, cell.column)
      for (let down = 0; down < size.height; down++) {
        for (let across = 0; across < size.width; across++) {
          const row = cell.row + down
          const column = cell.column + across
          const id = grid.id(row, column)
          if (given.has(id)) continue
          elements.set(id, { id, anchor, grid, row, column })
          grid.markLive(row, column)
        }
      }
    }
  }
  return elements
}

/** Larger ranges than this are no formula's result. */
const arrayCellsMax = 100_000

function arraySize(cell: Cell): { height: number; width: number } | null {
  const [, to = ''] = (cell.arrayRange ?? '').replaceAll('$', '').split(':')
  const last = parseAddress(to)
  if (last === null) return null
  const height = last.row - cell.row + 1
  const width = last.column - cell.column + 1
  return height < 1 || width < 1 || height * width > arrayCellsMax ? null : { height, width }
}

function readNode(
  id: CellId,
  references: References,
  elements: ReadonlyMap<CellId, ArrayElement>,
  file: string,
  problems: Problem[],
): CellNode | null {
  const { sheet, row, column } = positionOf(id)
  const grid = references.grids[sheet]
  const cell = grid?.cellAt(row, column)
  if (grid === undefined || cell === undefined || cell.formula === null) return null
  const place = grid.placeOf(row, column)
  const cellNode = { id, grid, row, column, place, formula: cell.formula }
  const size = cell.arrayRange === undefined ? null : (arraySize(cell) ?? { height: 1, width: 1 })
  const parsed = references.readFormula(cell.formula)
  if (!parsed.ok) {
    const { message, fix } = references.unreadableLink(cell.formula) ?? parsed
    problems.push({ file, place, message, fix })
    return { ...cellNode, expression: null, arraySize: size, reads: new Set(), uses: new Set() }
  }
  const reads = findReads(parsed.expression, cellNode, size !== null, references)
  const uses = new Set([...reads].map((other) => elements.get(other)?.anchor ?? other))
  return { ...cellNode, expression: parsed.expression, arraySize: size, reads, uses }
}

function findReads(
  expression: AstExpression,
  at: FormulaPlace,
  isArray: boolean,
  references: References,
): Set<CellId> {
  const reads = new Set<CellId>()
  readAreas(expression, at, isArray, references, (area) => {
    for (const id of area.grid.liveIn(area)) reads.add(id)
  })
  return reads
}

/** Visits every area that a formula reads, also through names. */
export function readAreas(
  expression: AstExpression,
  at: FormulaPlace,
  isArray: boolean,
  references: References,
  visit: (area: Area) => void,
): void {
  const walk = (part: AstExpression, use: Use, depth: number): void =>
    walkReferences(part, use, {
      nameKey: (name) => name.toLowerCase(),
      visit: (node, nodeUse, model) => {
        const sized = references.sized(node, model, at)
        if (sized !== null) {
          visit(resized(sized.area, sized.model))
          return
        }
        const resolved = references.resolve(node, at)
        if (resolved.kind === 'formula' && depth < nameDepthMax) {
          walk(resolved.expression, nodeUse, depth + 1)
        }
        if (resolved.kind !== 'area') return
        const area = nodeUse === 'value' ? beside(resolved.area, at.row, at.column) : resolved.area
        if (area !== null) visit(area)
      },
    })
  walk(expression, isArray ? 'array' : 'value', 0)
}

/** Cells shown of a circle; a long one repeats itself. */
const circleCellsMax = 8

function circle(
  cycle: readonly CellId[],
  nodes: ReadonlyMap<CellId, CellNode>,
  file: string,
): Problem {
  const places = cycle.map((id) => nodes.get(id)?.place ?? '')
  const shown =
    places.length <= circleCellsMax
      ? places
      : [...places.slice(0, circleCellsMax - 1), '…', places.at(-1) ?? '']
  return {
    file,
    place: places[0] ?? '',
    message: `The cells refer to each other in a circle: ${shown.join(' → ')}.`,
    fix: 'Remove one of these references; results are computed in one pass, without iteration.',
  }
}
