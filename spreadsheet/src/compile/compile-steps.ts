import { anything, type Expression, type Kinds, type Run, runOf } from '../engine/index.ts'
import { isMatrix, notAvailable, type Scalar, stretched, type Value } from '../functions/index.ts'
import { shown } from './run-stage.ts'
import type { CellStep } from './cell-step.ts'
import type { ArrayElement, CellGraph, CellNode } from './cell-graph.ts'
import { type CellCompiling, compileCell } from './cell-scope.ts'
import type { CellId } from './grid.ts'
import { kindsOfCell } from './kinds-of-cell.ts'
import type { Work } from './in-slices.ts'

export interface CompiledStep {
  readonly id: CellId
  readonly step: CellStep
}

/** Nobody reads more of them; such a file has one cause for many. */
export const problemsMax = 100

/** Compiles every formula of a graph in order; each becomes known to the ranges that hold it. */
export function* compileSteps(
  graph: CellGraph,
  /** Slots of given values that stand in for formulas, where they come. */
  variables: ReadonlyMap<CellId, number>,
  compiling: CellCompiling,
): Work<CompiledStep[]> {
  const steps = new Map<CellId, CellStep>()
  const compiled: CompiledStep[] = []
  const add = (id: CellId, step: CellStep) => {
    compiled.push({ id, step })
    steps.set(id, step)
    compiling.ranges.set(
      id,
      step.run === null
        ? { kind: 'constant', value: step.constant }
        : { kind: 'slot', slot: step.slot },
    )
  }
  const elements = Map.groupBy(graph.elements.values(), ({ anchor }) => anchor)
  for (const id of graph.order) {
    const node = graph.nodes.get(id)
    if (node === undefined || node.expression === null) continue
    if (compiling.problems.length > problemsMax) break
    yield
    const uses = [...node.reads].flatMap((used) => steps.get(used) ?? [])
    const given = [variables.get(id), ...[...node.reads].map((read) => givenSlot(read, steps))]
    const isArray = node.arraySize !== null && elements.has(id)
    const use = node.arraySize === null ? 'value' : 'array'
    const expression = compileCell(node.expression, node, use, compiling)
    const kinds = variables.has(id) ? anything : kindsOfCell(node, steps, compiling)
    const live = withVariable(expression, variables.get(id))
    const step = {
      ...stepOf(node, live, uses, isArray, kinds, compiling),
      given: given.filter((slot) => slot !== undefined),
    }
    if (!isArray) {
      add(id, step)
      continue
    }
    compiled.push({ id: arrayId(id), step })
    for (const element of elements.get(id) ?? []) {
      add(element.id, elementStep(element, node, step, compiling))
    }
  }
  return compiled

  /** Of a cell whose value a calculation brings. */
  function givenSlot(id: CellId, known: ReadonlyMap<CellId, CellStep>): number | undefined {
    return known.has(id) ? undefined : compiling.ranges.slotOf(id)
  }
}

/** The whole result of a formula for a range is distinct from the cell that carries it. */
function arrayId(anchor: CellId): CellId {
  return -anchor
}

/** A given cell that keeps its formula is computed only where no value comes. */
function withVariable(
  expression: Expression<number>,
  slot: number | undefined,
): Expression<number> {
  if (slot === undefined) return expression
  const run = runOf(expression)
  return { isConstant: false, run: (frame) => frame.slots[slot] ?? run(frame) }
}

function stepOf(
  node: CellNode,
  expression: Expression<number>,
  uses: readonly CellStep[],
  isArray: boolean,
  kinds: Kinds,
  { newSlot }: CellCompiling,
): Omit<CellStep, 'given'> {
  const { grid, row, column, place, formula } = node
  const isLive = !expression.isConstant || isArray
  return {
    cell: { sheet: grid.name, row, column },
    place,
    formula,
    slot: isLive ? newSlot() : -1,
    run: isLive ? runOf(expression) : null,
    constant: expression.isConstant ? cornerOf(expression.value) : null,
    isArray,
    saved: grid.cellAt(row, column)?.value ?? null,
    uses,
    kinds,
  }
}

function cornerOf(value: Value<number>): Scalar<number> {
  const corner = shown(value)
  return isMatrix(corner) ? null : corner
}

function elementStep(
  { grid, row, column }: ArrayElement,
  anchor: CellNode,
  array: CellStep,
  { newSlot }: CellCompiling,
): CellStep {
  const down = row - anchor.row
  const across = column - anchor.column
  const run: Run<number> = (frame) => elementAt(frame.slots[array.slot] ?? null, down, across)
  return {
    cell: { sheet: grid.name, row, column },
    place: grid.placeOf(row, column),
    formula: anchor.formula,
    slot: newSlot(),
    run,
    constant: null,
    isArray: false,
    saved: grid.cellAt(row, column)?.value ?? null,
    uses: [array],
    given: [],
    kinds: anything,
  }
}

/** What a cell of the range shows: a single value, row or column repeats, others run out. */
function elementAt(value: Value<number>, down: number, across: number): Value<number> {
  if (!isMatrix(value)) return value
  const isOutside =
    (value.height > 1 && down >= value.height) || (value.width > 1 && across >= value.width)
  return isOutside ? notAvailable : stretched(value, down, across)
}
