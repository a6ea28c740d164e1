import { computed, type Expression, settled, slotRead } from '../engine/index.ts'
import {
  isMatrix,
  Matrix,
  matrixCellsMax,
  type RowOrigin,
  type Scalar,
  type Value,
} from '../functions/index.ts'
import { type Area, areaKey } from './area.ts'
import type { CellId } from './grid.ts'
import { scalarOf } from './static-value.ts'

/** What a cell holds: a constant, or a value that stands in a slot. */
export type CellSource =
  | { readonly kind: 'constant'; readonly value: Scalar<number> }
  | { readonly kind: 'slot'; readonly slot: number; readonly isSwapped?: boolean }

/** A range of cells that are swapped: once their values are in place, it may be collected ahead. */
export interface SwappedRange {
  readonly slot: number
  readonly gather: (values: readonly Value<number>[]) => Matrix<number>
}

/** Cells of all ranges together that formulas use, each different range with its own copy. */
const gatheredCellsMax = 3_000_000

/** Values of cells and ranges, each range gathered once however many formulas use it. */
export class RangeValues {
  /** Ranges that no given value changes, though swaps do. */
  readonly swapped: SwappedRange[] = []
  readonly #file: string
  readonly #sources = new Map<CellId, CellSource>()
  readonly #named = new Set<CellId>()
  readonly #ranges = new Map<string, Expression<number>>()
  readonly #newSlot: () => number
  #cellsGathered = 0

  constructor(file: string, newSlot: () => number) {
    this.#file = file
    this.#newSlot = newSlot
  }

  set(id: CellId, source: CellSource): void {
    this.#sources.set(id, source)
  }

  slotOf(id: CellId): number | undefined {
    const source = this.#sources.get(id)
    return source?.kind === 'slot' ? source.slot : undefined
  }

  /** Whether a formula names the cell by itself, not only among others of a range. */
  isNamed(id: CellId): boolean {
    return this.#named.has(id)
  }

  cell({ grid, top, left }: Area): Expression<number> {
    const id = grid.id(top, left)
    this.#named.add(id)
    const source = this.#sources.get(id)
    if (source === undefined) {
      const value = scalarOf(grid.cellAt(top, left)?.value ?? null)
      return { isConstant: true, value, isCell: true }
    }
    if (source.kind === 'constant') return { isConstant: true, value: source.value, isCell: true }
    return { ...slotRead<number>(source.slot), isCell: true }
  }

  /** A range as a matrix; null where it, or all of them together, are too large. */
  range(area: Area): Expression<number> | null {
    const key = areaKey(area)
    const known = this.#ranges.get(key)
    if (known !== undefined) return known
    const height = area.bottom - area.top + 1
    const width = area.right - area.left + 1
    this.#cellsGathered += height * width
    if (height * width > matrixCellsMax || this.#cellsGathered > gatheredCellsMax) return null
    const expression = this.#gather(area, height, width)
    this.#ranges.set(key, expression)
    return expression
  }

  #gather(area: Area, height: number, width: number): Expression<number> {
    const { grid, top, left } = area
    const cells: Scalar<number>[] = []
    const places: number[] = []
    const slots: number[] = []
    let isSwapped = true
    for (let row = top; row < top + height; row++) {
      for (let column = left; column < left + width; column++) {
        const source = this.#sources.get(grid.id(row, column))
        if (source?.kind === 'slot') {
          places.push(cells.length)
          slots.push(source.slot)
          isSwapped &&= source.isSwapped === true
          cells.push(null)
        } else {
          const value = grid.cellAt(row, column)?.value ?? null
          cells.push(source === undefined ? scalarOf(value) : source.value)
        }
      }
    }
    const origin = originOf(area, this.#file)
    if (slots.length === 0) return settled(new Matrix<number>(height, width, cells, origin))
    const kept = this.#newSlot()
    const fill = (values: readonly Value<number>[]) => {
      const filled = cells.slice()
      for (let at = 0; at < slots.length; at++) {
        filled[places[at] ?? 0] = heldIn(values, slots[at])
      }
      return new Matrix<number>(height, width, filled, origin)
    }
    const gather = isSwapped ? rememberedBy(fill, places, slots) : fill
    if (isSwapped) this.swapped.push({ slot: kept, gather })
    return computed((frame) => {
      const built = frame.slots[kept]
      if (isMatrix(built)) return built
      const matrix = gather(frame.slots)
      frame.slots[kept] = matrix
      return matrix
    })
  }
}

function heldIn(values: readonly Value<number>[], slot = 0): Scalar<number> {
  const value = values[slot]
  return isMatrix(value) ? null : (value ?? null)
}

/** Before and after a swap, and between those of several tables that stand in one range. */
const rememberedMax = 8

/** A range that is the same for many calculations is gathered, and indexed, once for each of its few contents. */
function rememberedBy(
  fill: (values: readonly Value<number>[]) => Matrix<number>,
  places: readonly number[],
  slots: readonly number[],
): typeof fill {
  const remembered: Matrix<number>[] = []
  return (values) => {
    for (const matrix of remembered) {
      if (isFilledWith(matrix, values, places, slots)) return matrix
    }
    const filled = fill(values)
    filled.isStatic = true
    remembered.unshift(filled)
    if (remembered.length > rememberedMax) remembered.pop()
    return filled
  }
}

function isFilledWith(
  { cells }: Matrix<number>,
  values: readonly Value<number>[],
  places: readonly number[],
  slots: readonly number[],
): boolean {
  for (let at = 0; at < slots.length; at++) {
    if (cells[places[at] ?? 0] !== values[slots[at] ?? 0]) return false
  }
  return true
}

/** Rows are named by their first cell; those of a single row by each of its cells. */
function originOf({ grid, top, left, bottom }: Area, file: string): RowOrigin {
  const nameOf = (at: number) =>
    top === bottom ? grid.placeOf(top, left + at) : grid.placeOf(top + at, left)
  return { file, placeOf: nameOf, nameOf }
}
