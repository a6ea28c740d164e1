import { parseA1Ref } from '@borgar/fx/xlsx'
import type { Problem } from '../../../kernel/index.ts'
import {
  doubleLibrary,
  doubleLibrary1904,
  isMatrix,
  type Scalar,
  type Value,
} from '../../functions/index.ts'
import { outputKind } from '../evaluate/output-value.ts'
import type {
  CellReading,
  CellStep,
  InputSlot,
  OutputCell,
  Stage,
  VariableSlot,
  WorkbookModel,
} from '../evaluate/workbook-model.ts'
import type { CellPlace, InputCell, NamedCell, WorkbookLayout } from '../layout.ts'
import type { UseOfOtherFile } from '../other-files.ts'
import type { Workbook } from '../workbook.ts'
import { placeOf } from '../xlsx/cell-address.ts'
import { buildGraph } from './cell-graph.ts'
import type { CellCompiling } from './cell-scope.ts'
import { type CompiledStep, compileSteps } from './compile-steps.ts'
import type { CellId } from './grid.ts'
import type { Work } from './in-slices.ts'
import { RangeValues, type SwappedRange } from './range-values.ts'
import { References } from './resolve-reference.ts'
import { scalarOf } from './static-value.ts'

/** Names an input, or a predefined value, that is the date of the quote. */
const todayName = 'today'

export interface BuiltModel {
  readonly model: WorkbookModel
  readonly swappedRanges: readonly SwappedRange[]
  /** What prices take from other files, which they cannot. */
  readonly otherFiles: readonly UseOfOtherFile[]
}

/** Compiles a workbook. Problems are collected; with any, the model must not be used. */
export function buildModel(
  workbook: Workbook,
  layout: WorkbookLayout,
  file: string,
  problems: Problem[],
): Work<BuiltModel> {
  return new ModelBuilder(workbook, layout, file, problems).build()
}

class ModelBuilder {
  readonly #layout: WorkbookLayout
  readonly #names: Workbook['names']
  readonly #compiling: CellCompiling
  readonly #steps = new Map<CellId, CellStep>()
  /** Slots of the variables that stand in for a formula. */
  readonly #formulaVariables = new Map<CellId, number>()
  #slotCount = 0

  constructor(workbook: Workbook, layout: WorkbookLayout, file: string, problems: Problem[]) {
    this.#layout = layout
    this.#names = workbook.names
    const newSlot = () => this.#slotCount++
    this.#compiling = {
      file,
      problems,
      library: workbook.countsFrom1904 ? doubleLibrary1904 : doubleLibrary,
      references: new References(workbook),
      ranges: new RangeValues(file, newSlot),
      newSlot,
      otherFiles: [],
    }
  }

  *build(): Work<BuiltModel> {
    const { inputs, predefined, outputs } = this.#layout
    const placed = inputs.map((input) => ({ input, slot: this.#giveSlot(input) }))
    const variables = predefined.map((named) => this.#variable(named))
    const checks = inputs.flatMap(({ required, isValid }) => [required, isValid])
    const isKnockout = ({ name }: NamedCell) => knockoutShape.test(name)
    const knockoutCells = outputs.filter(isKnockout)
    const outputCells = outputs.filter((output) => !isKnockout(output))
    const stages = yield* this.#compileCells(
      checks.filter((cell) => cell !== null),
      knockoutCells.map(({ cell }) => cell),
      outputCells.map(({ cell }) => cell),
    )
    const knockouts = knockoutCells.map((output) => this.#output(output, knockoutCode(output.name)))
    const priced = outputCells.map((output) => this.#output(output, output.name))
    return {
      model: {
        kit: this.#compiling.library.kit,
        namedCells: this.#namedCells(),
        inputs: placed.map(({ input, slot }) => this.#input(input, slot)),
        variables,
        ...stages,
        knockouts,
        outputs: priced,
        blankOutputs: Object.fromEntries(priced.map(({ name }) => [name, ''])),
        blankSlots: Array.from({ length: this.#slotCount }, () => null),
      },
      swappedRanges: this.#compiling.ranges.swapped,
      otherFiles: this.#compiling.otherFiles,
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

  #cellAt({ sheet, row, column }: CellPlace) {
    return this.#compiling.references.grid(sheet)?.cellAt(row, column)
  }

  /** A slot for a cell whose value a quote brings; formulas that use the cell read it there. */
  #giveSlot({ cell, isSwapped = false }: NamedCell): number {
    const slot = this.#compiling.newSlot()
    const { sheet, row, column } = cell
    const grid = this.#compiling.references.grid(sheet)
    if (grid !== undefined) {
      grid.markLive(row, column)
      this.#compiling.ranges.set(grid.id(row, column), { kind: 'slot', slot, isSwapped })
    }
    return slot
  }

  #variable(named: NamedCell): VariableSlot {
    const { name, cell } = named
    const found = this.#cellAt(cell)
    const isToday = name === todayName
    // Where the file computes a value, that formula stands until a variable comes.
    const hasFormula = found !== undefined && found.formula !== null
    const slot = hasFormula ? this.#compiling.newSlot() : this.#giveSlot(named)
    const saved = hasFormula ? null : scalarOf(found?.value ?? null)
    if (hasFormula) this.#formulaVariables.set(this.#id(cell) ?? -1, slot)
    return { name, path: [name], cell, slot, saved, isToday }
  }

  *#compileCells(
    checks: readonly CellPlace[],
    knockouts: readonly CellPlace[],
    outputs: readonly CellPlace[],
  ): Work<Pick<WorkbookModel, 'checks' | 'declines' | 'prices'>> {
    const idsOf = (cells: readonly CellPlace[]) => cells.flatMap((cell) => this.#id(cell) ?? [])
    const roots = [...checks, ...knockouts, ...outputs]
    const { references, file, problems } = this.#compiling
    const given = this.#givenCells()
    const graph = yield* buildGraph(idsOf(roots), references, given, file, problems)
    const steps = yield* compileSteps(graph, this.#formulaVariables, this.#compiling)
    for (const { id, step } of steps) this.#steps.set(id, step)
    const forChecks = this.#needed(idsOf(checks))
    const forKnockouts = this.#needed(idsOf(knockouts))
    const wanted = new Set(idsOf(roots))
    const isTraced = ({ id, step }: CompiledStep) =>
      step.run !== null || wanted.has(id) || this.#compiling.ranges.isNamed(id)
    const stage = (isIn: (step: CellStep) => boolean) =>
      stageOf(
        steps.filter(({ step }) => isIn(step)),
        isTraced,
      )
    return {
      checks: stage((step) => forChecks.has(step)),
      declines: stage((step) => forKnockouts.has(step) && !forChecks.has(step)),
      prices: stage((step) => !forKnockouts.has(step) && !forChecks.has(step)),
    }
  }

  #givenCells(): Set<CellId> {
    const { inputs, predefined } = this.#layout
    const cells = [...inputs, ...predefined].flatMap(({ cell }) => this.#id(cell) ?? [])
    return new Set(cells.filter((id) => !this.#formulaVariables.has(id)))
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

  #output({ name, cell }: NamedCell, shownAs: string): OutputCell {
    return { name: shownAs, kind: outputKind(name), reading: this.#reading(cell) }
  }

  #input(input: InputCell, slot: number): InputSlot {
    const { name, cell, required, isValid, knocksOut } = input
    return {
      name,
      path: name.split('.'),
      cell,
      slot,
      saved: scalarOf(this.#cellAt(cell)?.value ?? null),
      isToday: name === todayName,
      required: required === null ? null : this.#reading(required),
      isValid: isValid === null ? null : this.#reading(isValid),
      knocksOut,
    }
  }
}

const knockoutShape = /^knockout(_.+)?$/

/** `knockout_flood` declines with the code flood. */
function knockoutCode(name: string): string {
  return name === 'knockout' ? name : name.slice('knockout_'.length)
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
