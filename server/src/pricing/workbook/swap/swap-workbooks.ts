import {
  addressOf,
  atOnce,
  type CellPlace,
  type CellValue,
  type ChangedValue,
  changedValues,
  type SwappedRange,
} from '@bindery/spreadsheet'
import type { Scalar } from '@bindery/spreadsheet/formulas'
import { scalarOf, wordsAround } from '@bindery/spreadsheet/references'
import type { Json, Problem } from '../../../kernel/index.ts'
import { type Grain, type Swap, type SwapBench, swapsMax } from '../../shares/share.ts'
import { type Side, sideOf } from '../compare-workbooks.ts'
import { buildModel } from '../build-model.ts'
import { evaluateWorkbook } from '../evaluate/evaluate-workbook.ts'
import type { WorkbookModel } from '../evaluate/workbook-model.ts'
import { groupCells } from './group-cells.ts'

/**
 * What of one workbook can be put into another by itself: plain values in rows that both have. All of
 * these cells are compiled to slots of the old workbook, so that nothing is compiled for a swap.
 */
export function swapWorkbooks(
  before: Uint8Array,
  after: Uint8Array,
  grain: Grain,
): SwapBench | null {
  const [old, now] = [sideOf(before), sideOf(after)]
  if (old === null || now === null) return null
  return swapSides(old, now, grain)
}

/** The same for workbooks that were read. */
export function swapSides(old: Side, now: Side, grain: Grain): SwapBench | null {
  return benchOf(old, inGroups(changedValues(old, now), now, grain))
}

/** The cells of each swap. */
type Group = readonly ChangedValue[]

/** Cells of all ranges that are gathered anew for single swaps, one after the other. */
const cellsGatheredMax = 20_000_000

function inGroups(values: readonly ChangedValue[], now: Side, grain: Grain): readonly Group[] {
  const isFew =
    values.length <= swapsMax && values.length * now.needed.cells.size <= cellsGatheredMax
  if (grain === 'cell' && isFew) return values.map((value) => [value])
  const tables = groupCells(values, now.needed.areas)
  if (tables.length <= swapsMax) return tables
  return [...Map.groupBy(values, ({ at }) => at.grid.name).values()]
}

/** A value of a swap: in a slot of its own, or what stands where no pricing variable comes. */
interface PlacedValue {
  readonly slot: number
  readonly after: Scalar<number>
  readonly isVariable: boolean
}

function benchOf(old: Side, groups: readonly Group[]): SwapBench | null {
  const { workbook, layout } = old
  const known = new Set(layout.predefined.map(({ cell }) => keyOf(cell)))
  const free = groups.flat().filter(({ cell }) => !known.has(keyOf(cell)))
  const swapped = free.map(({ cell }, at) => ({ name: `swap ${at}`, cell, isSwapped: true }))
  const problems: Problem[] = []
  const { model, swappedRanges } = atOnce(
    buildModel(
      workbook,
      { ...layout, predefined: [...layout.predefined, ...swapped] },
      '',
      problems,
    ),
  )
  if (problems.length > 0) return null
  const slots = new Map(model.variables.map(({ cell, slot }) => [keyOf(cell), slot]))
  const placed = groups.map((group) =>
    group.flatMap(({ cell, after }): PlacedValue[] => {
      const slot = slots.get(keyOf(cell))
      const isVariable = known.has(keyOf(cell))
      return slot === undefined ? [] : [{ slot, after: scalarOf(after), isVariable }]
    }),
  )
  const plain = withoutSwaps(model, layout.predefined.length)
  const models = new Map<string, WorkbookModel>()
  const modelOf = (isMade: readonly boolean[]): WorkbookModel =>
    models.getOrInsertComputed(isMade.join(), () => {
      if (models.size >= (groups.length < modelsKeptMax ? modelsKeptMax : 1)) models.clear()
      const made = placed.filter((_, at) => isMade[at] === true)
      return withValues(plain, made, swappedRanges)
    })
  return {
    swaps: groups.map(swapOf),
    price: (input, isMade) => evaluateWorkbook(modelOf(isMade), input, false),
  }
}

/** Prices of many customers go through the same ones again and again; but each has tables of its own. */
const modelsKeptMax = 32

/** Cells that are swapped hold their values from the start: no answer ever moves them. */
function withoutSwaps(model: WorkbookModel, variables: number): WorkbookModel {
  const blankSlots = model.blankSlots.slice()
  for (const { slot, saved } of model.variables.slice(variables)) blankSlots[slot] = saved
  return { ...model, variables: model.variables.slice(0, variables), blankSlots }
}

function withValues(
  model: WorkbookModel,
  made: readonly (readonly PlacedValue[])[],
  ranges: readonly SwappedRange[],
): WorkbookModel {
  const blankSlots = model.blankSlots.slice()
  const saved = new Map<number, Scalar<number>>()
  for (const { slot, after, isVariable } of made.flat()) {
    if (isVariable) saved.set(slot, after)
    else blankSlots[slot] = after
  }
  for (const { slot, gather } of ranges) blankSlots[slot] = gather(blankSlots)
  const variables = model.variables.map((one) => ({
    ...one,
    saved: saved.has(one.slot) ? (saved.get(one.slot) ?? null) : one.saved,
  }))
  return { ...model, variables, blankSlots }
}

function keyOf({ sheet, row, column }: CellPlace): string {
  return `${sheet.toLowerCase()}!${row}:${column}`
}

function swapOf(group: Group): Swap {
  const [first] = group
  if (first === undefined) throw new Error('a swap of nothing')
  const { grid, row, column } = first.at
  const words = { ...wordsAround(grid, row, column), cells: group.length }
  if (group.length === 1) {
    const { before, after } = first
    const place = grid.placeOf(row, column)
    return { cause: 'cell', place, words, before: jsonOf(before), after: jsonOf(after) }
  }
  const rows = group.map(({ at }) => at.row)
  const columns = group.map(({ at }) => at.column)
  const corner = grid.placeOf(least(rows), least(columns))
  const place = `${corner}:${addressOf(most(rows), most(columns))}`
  const isOneColumn = least(columns) === most(columns)
  const heading = isOneColumn ? words.heading : null
  return {
    cause: 'table',
    place,
    words: { heading, keys: '', cells: group.length },
    before: null,
    after: null,
  }
}

/** There may be more of them than a call has room for. */
const least = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b), Infinity)
const most = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), 0)

function jsonOf(value: CellValue): Json {
  return typeof value === 'object' && value !== null ? value.error : value
}
