import type { Frame } from '../engine/index.ts'
import { doubleText } from '../double/index.ts'
import { isError, isMatrix, type Scalar, type Value } from '../functions/index.ts'
import type { CellReading, LiveStep, Stage } from './cell-step.ts'

/** A formula cell that was computed. */
export interface TracedCell {
  readonly place: string
  readonly formula: string
  readonly value: string
  /** The row that a lookup hit. */
  readonly hit?: string
}

/** Computes the cells of a stage into their slots; with a trace, says what each came to. */
export function runStage(stage: Stage, frame: Frame<number>, trace: TracedCell[]): void {
  if (frame.isTracing) return traceStage(stage, frame, trace)
  for (const step of stage.live) runStep(step, frame)
}

export function runStep({ slot, run, isArray }: LiveStep, frame: Frame<number>): void {
  const value = run(frame)
  frame.slots[slot] = typeof value === 'number' || isArray ? value : shown(value)
}

function traceStage({ traced }: Stage, frame: Frame<number>, trace: TracedCell[]): void {
  for (const { place, formula, slot, run, constant, isArray } of traced) {
    const computed = run === null ? constant : run(frame)
    const value = isArray ? computed : shown(computed)
    if (slot >= 0) frame.slots[slot] = value
    const hit = frame.takeHit()
    const entry = { place, formula, value: show(value) }
    trace.push(hit === undefined ? entry : { ...entry, hit })
  }
}

/** What a cell shows of a formula's result: of an array its corner, of a blank zero. */
export function shown(value: Value<number>): Value<number> {
  if (isMatrix(value)) return value.cells.length === 0 ? 0 : (value.at(0, 0) ?? 0)
  return value ?? 0
}

/** Arrays are shown by their first cells. */
const cellsShownMax = 10

/** A value as a trace writes it. */
export function show(value: Value<number>): string {
  if (isMatrix(value)) {
    const cells = value.cells.slice(0, cellsShownMax).map(show)
    return `{${cells.join('; ')}${value.cells.length > cellsShownMax ? '; …' : ''}}`
  }
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return isError(value) ? value.code : doubleText(value)
}

/** The value of a cell in a calculation that has come that far. */
export function readCell(
  { slot, constant }: CellReading,
  slots: readonly Value<number>[],
): Scalar<number> {
  return slot < 0 ? constant : single(slots[slot] ?? null)
}

function single(value: Value<number>): Scalar<number> {
  return isMatrix(value) ? value.at(0, 0) : value
}
