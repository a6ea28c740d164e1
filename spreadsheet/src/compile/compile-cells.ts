import { parseA1Ref } from '@borgar/fx/xlsx'
import type { Problem } from '@bindery/rules/words'
import type { Words } from '../engine/index.ts'
import {
  doubleLibrary,
  doubleLibrary1904,
  isMatrix,
  type Kit,
  type Scalar,
  type Value,
} from '../functions/index.ts'
import type { CellPlace, Workbook } from '../workbook.ts'
import { placeOf } from '../xlsx/cell-address.ts'
import { buildGraph } from './cell-graph.ts'
import type { CellCompiling } from './cell-scope.ts'
import type { CellReading, CellStep, Stage } from './cell-step.ts'
import { type CompiledStep, compileSteps } from './compile-steps.ts'
import type { CellId } from './grid.ts'
import type { Work } from './in-slices.ts'
import type { UseOfOtherFile } from './other-files.ts'
import { plainWords } from './plain-words.ts'
import { RangeValues, type SwappedRange } from './range-values.ts'
import { References } from './resolve-reference.ts'
import { scalarOf } from './static-value.ts'

export interface CellsToCompile {
  /** The cells that each calculation puts values into. */
  readonly given: readonly GivenCell[]
  /** The cells that are wanted, in stages: each computes what no stage before it has computed. */
  readonly wanted: readonly (readonly CellPlace[])[]
  /** The words for problems in formulas. */
  readonly words?: Words
}

export interface GivenCell {
  readonly cell: CellPlace
  /** True where a formula in the cell is computed as long as no value comes. */
  readonly keepsFormula?: boolean
  /** True where its value is one of very few, the same for many calculations. */
  readonly isSwapped?: boolean
}

/** Where a calculation puts the value of a cell that it is given. */
export interface GivenSlot {
  readonly slot: number
  /** What the file holds there; null where a formula is computed instead. */
  readonly saved: Scalar<number>
}

/** The cells that are wanted and all that they need, compiled. */
export interface CompiledCells {
  readonly kit: Kit<number>
  /** The places of cells that have a name of their own, by that name in lower case. */
  readonly namedCells: ReadonlyMap<string, string>
  /** As many as there are given cells, in their order. */
  readonly given: readonly GivenSlot[]
  /** As many as were wanted. */
  readonly stages: readonly Stage[]
  /** What a calculation begins with: a copy of it takes the values of the given cells. */
  readonly blankSlots: readonly Value<number>[]
  readonly swappedRanges: readonly SwappedRange[]
  /** What the cells take from other files, which nobody opens. */
  readonly otherFiles: readonly UseOfOtherFile[]
  /** Where a calculation finds the value of a cell. */
  readonly reading: (cell: CellPlace) => CellReading
}

/** Compiles cells of a workbook. Problems are collected; with any, the cells must not be used. */
export function compileCells(
  workbook: Workbook,
  cells: CellsToCompile,
  file: string,
  problems: Problem[],
): Work<CompiledCells> {
  return new CellsCompiler(workbook, cells, file, problems).compile()
}

class CellsCompiler {
  readonly #cells: CellsToCompile
  readonly #names: Workbook['names']
  readonly #compiling: CellCompiling
  readonly #steps = new Map<CellId, CellStep>()
  /** Slots of given values that stand in for a formula. */
  readonly #formulaSlots = new Map<CellId, number>()
  #slotCount = 0

  constructor(workbook: Workbook, cells: CellsToCompile, file: string, problems: Problem[]) {
    this.#cells = cells
    this.#names = workbook.names
    const newSlot = () => this.#slotCount++
    this.#compiling = {
      file,
      problems,
      words: cells.words ?? plainWords,
      library: workbook.countsFrom1904 ? doubleLibrary1904 : doubleLibrary,
      references: new References(workbook),
      ranges: new RangeValues(file, newSlot),
      newSlot,
      otherFiles: [],
    }
  }

  *compile(): Work<CompiledCells> {
    const given = this.#cells.given.map((cell) => this.#given(cell))
    const stages = yield* this.#compileStages()
    return {
      kit: this.#compiling.library.kit,
      namedCells: this.#namedCells(),
      given,
      stages,
      blankSlots: Array.from({ length: this.#slotCount }, () => null),
      swappedRanges: this.#compiling.ranges.swapped,
      otherFiles: this.#compiling.otherFiles,
      reading: (cell) => this.#reading(cell),
    }
  }

  #namedCells(): Map<string, string> {
    return new Map(
      this.#names.flatMap(({ name, formula }) => {
        const place = parseA1Ref(formula)
        if (place === undefined || !('range' in place)) return []
        const { top, left, bottom, right } = place.range
        if (typeof top !== 'number' || typeof left !== 'number') return []
        if (top !== bottom || left !== right || place.sheetName === undefined) return []
        const cell = { sheet: place.sheetName, row: top + 1, column: left + 1 }
        return [[name.toLowerCase(), placeOf(cell)]]
      }),
    )
  }

  #id({ sheet, row, column }: CellPlace): CellId | null {
    const grid = this.#compiling.references.grid(sheet)
    return grid === undefined ? null : grid.id(row, column)
  }

  #given(given: GivenCell): GivenSlot {
    const { cell, keepsFormula = false } = given
    const found = this.#compiling.references.grid(cell.sheet)?.cellAt(cell.row, cell.column)
    const saved = scalarOf(found?.value ?? null)
    if (!keepsFormula || found === undefined || found.formula === null) {
      return { slot: this.#giveSlot(given), saved }
    }
    const slot = this.#compiling.newSlot()
    this.#formulaSlots.set(this.#id(cell) ?? -1, slot)
    return { slot, saved: null }
  }

  /** A slot for a cell whose value a calculation brings; formulas that use the cell read it there. */
  #giveSlot({ cell, isSwapped = false }: GivenCell): number {
    const slot = this.#compiling.newSlot()
    const { sheet, row, column } = cell
    const grid = this.#compiling.references.grid(sheet)
    if (grid !== undefined) {
      grid.markLive(row, column)
      this.#compiling.ranges.set(grid.id(row, column), { kind: 'slot', slot, isSwapped })
    }
    return slot
  }

  *#compileStages(): Work<Stage[]> {
    const wanted = this.#cells.wanted.map((cells) => cells.flatMap((cell) => this.#id(cell) ?? []))
    const roots = wanted.flat()
    const { references, file, problems } = this.#compiling
    const graph = yield* buildGraph(roots, references, this.#givenCells(), file, problems)
    const steps = yield* compileSteps(graph, this.#formulaSlots, this.#compiling)
    for (const { id, step } of steps) this.#steps.set(id, step)
    const isWanted = new Set(roots)
    const isTraced = ({ id, step }: CompiledStep) =>
      step.run !== null || isWanted.has(id) || this.#compiling.ranges.isNamed(id)
    let left = steps
    return wanted.map((ids, at) => {
      if (at === wanted.length - 1) return stageOf(left, isTraced)
      const needed = this.#needed(ids)
      const stage = left.filter(({ step }) => needed.has(step))
      left = left.filter(({ step }) => !needed.has(step))
      return stageOf(stage, isTraced)
    })
  }

  #givenCells(): Set<CellId> {
    const cells = this.#cells.given.flatMap(({ cell }) => this.#id(cell) ?? [])
    return new Set(cells.filter((id) => !this.#formulaSlots.has(id)))
  }

  /** All steps that the cells need, directly or through others. */
  #needed(ids: readonly CellId[]): ReadonlySet<CellStep> {
    const needed = new Set<CellStep>()
    const waiting = ids.flatMap((id) => this.#steps.get(id) ?? [])
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      if (needed.has(step)) continue
      needed.add(step)
      waiting.push(...step.uses)
    }
    return needed
  }

  #reading(cell: CellPlace): CellReading {
    const id = this.#id(cell)
    const place = placeOf(cell)
    const step = id === null ? undefined : this.#steps.get(id)
    if (step !== undefined) {
      return { place, slot: step.slot, constant: step.constant, step }
    }
    const grid = this.#compiling.references.grid(cell.sheet)
    const area = { top: cell.row, left: cell.column, bottom: cell.row, right: cell.column }
    const slot = id === null ? undefined : this.#compiling.ranges.slotOf(id)
    if (slot !== undefined) return { place, slot, constant: null, step: null }
    const constant =
      grid === undefined ? null : constantOf(this.#compiling.ranges.cell({ grid, ...area }))
    return { place, slot: -1, constant, step: null }
  }
}

function constantOf(expression: { isConstant: boolean; value?: Value<number> }): Scalar<number> {
  const value = expression.isConstant ? (expression.value ?? null) : null
  return isMatrix(value) ? null : value
}

function stageOf(
  compiled: readonly CompiledStep[],
  isTraced: (compiled: CompiledStep) => boolean,
): Stage {
  const steps = compiled.map(({ step }) => step)
  return {
    steps,
    traced: compiled.filter(isTraced).map(({ step }) => step),
    live: steps.flatMap(({ slot, run, isArray }) => (run === null ? [] : [{ slot, run, isArray }])),
  }
}
