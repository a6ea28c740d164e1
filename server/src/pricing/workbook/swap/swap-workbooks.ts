import type { Json, Problem } from '../../../kernel/index.ts'
import { isGiven, memberAt } from '../../engine/index.ts'
import type { Scalar, Value } from '../../functions/index.ts'
import type { PricingInput } from '../../pricing-types.ts'
import { type Grain, type Swap, type SwapBench, swapsMax } from '../../shares/share.ts'
import { wordsAround } from '../compare/cell-words.ts'
import {
  type ChangedValue,
  type Side,
  changedValues,
  sideOf,
} from '../compare/compare-workbooks.ts'
import { buildModel } from '../compile/build-model.ts'
import { atOnce } from '../compile/in-slices.ts'
import { scalarOf } from '../compile/static-value.ts'
import { evaluateWorkbook } from '../evaluate/evaluate-workbook.ts'
import type { CellPlace } from '../layout.ts'
import type { CellValue } from '../workbook.ts'
import { addressOf } from '../xlsx/cell-address.ts'
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
  const values = changedValues(old, now)
  const groups = inGroups(values, now, grain)
  return benchOf(old, groups)
}

/** The cells of each swap. */
type Group = readonly ChangedValue[]

function inGroups(values: readonly ChangedValue[], now: Side, grain: Grain): readonly Group[] {
  if (grain === 'cell' && values.length <= swapsMax) return values.map((value) => [value])
  const tables = groupCells(values, now.needed.areas)
  if (tables.length <= swapsMax) return tables
  return [...Map.groupBy(values, ({ at }) => at.grid.name).values()]
}

interface PlacedValue {
  readonly slot: number
  readonly before: Scalar<number>
  readonly after: Scalar<number>
  /** The pricing variable that wins over what the file says. */
  readonly variable: string | null
  readonly isToday: boolean
}

function benchOf(old: Side, groups: readonly Group[]): SwapBench | null {
  const { workbook, layout } = old
  const named = new Map(layout.predefined.map((one) => [keyOf(one.cell), one.name]))
  const free = groups.flat().filter(({ cell }) => !named.has(keyOf(cell)))
  const problems: Problem[] = []
  const { model } = atOnce(
    buildModel(
      workbook,
      {
        ...layout,
        predefined: [
          ...layout.predefined,
          // No variable has such a name.
          ...free.map(({ cell }, at) => ({ name: `\0${at}`, cell })),
        ],
      },
      '',
      problems,
    ),
  )
  if (problems.length > 0) return null
  const slots = new Map(model.variables.map(({ cell, slot }) => [keyOf(cell), slot]))
  const placed = groups.map((group) =>
    group.flatMap(({ cell, before, after }): PlacedValue[] => {
      const slot = slots.get(keyOf(cell))
      const variable = named.get(keyOf(cell)) ?? null
      if (slot === undefined) return []
      return [
        {
          slot,
          before: scalarOf(before),
          after: scalarOf(after),
          variable,
          isToday: variable === 'today',
        },
      ]
    }),
  )
  return {
    swaps: groups.map(swapOf),
    price: (input, isMade) =>
      evaluateWorkbook(model, input, false, (cells) => {
        for (let at = 0; at < placed.length; at++) {
          for (const value of placed[at] ?? []) place(value, isMade[at] === true, input, cells)
        }
      }),
  }
}

function place(
  { slot, before, after, variable, isToday }: PlacedValue,
  isMade: boolean,
  { variables }: PricingInput,
  slots: Value<number>[],
): void {
  if (isToday || (variable !== null && isGiven(memberAt(variables, [variable])))) return
  slots[slot] = isMade ? after : before
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
    return { cause: 'cell', place, words, before: told(before), after: told(after) }
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

function told(value: CellValue): Json {
  return typeof value === 'object' && value !== null ? value.error : value
}
