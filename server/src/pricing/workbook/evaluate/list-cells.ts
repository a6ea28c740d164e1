import { type CellStep, type CellValue, runStage, runStep } from '@bindery/spreadsheet'
import { Frame, isError, isMatrix, type Value } from '@bindery/spreadsheet/formulas'
import type { PricingInput } from '../../pricing-types.ts'
import type { RecomputedFormula, ValuedCell } from '../compiled-workbook.ts'
import { placeInputs, placeSaved } from './place-inputs.ts'
import type { WorkbookModel } from './workbook-model.ts'

/**
 * Every formula computed with what stands in the input cells of the file. It pauses after each, and
 * says which one that was.
 */
export function* recomputing(model: WorkbookModel): Generator<string, RecomputedFormula[]> {
  const slots = model.blankSlots.slice()
  placeSaved(model, slots)
  const frame = new Frame<number>(slots, false)
  for (const { live, traced } of [model.checks, model.declines, model.prices]) {
    const places = new Map(traced.map(({ slot, place }) => [slot, place]))
    for (const step of live) {
      runStep(step, frame)
      yield places.get(step.slot) ?? ''
    }
  }
  return stepsOf(model).map((step) => {
    const { cell, place, formula, saved } = step
    return { cell, place, formula, value: valueOf(step, slots), saved }
  })
}

/** What stands in the cells of the file for one quote, whatever its outcome. */
export function cellsFor(
  model: WorkbookModel,
  input: PricingInput,
): { inputs: ValuedCell[]; computed: ValuedCell[] } {
  const slots = model.blankSlots.slice()
  placeInputs(model, input, slots, [])
  const given = [...model.inputs, ...model.variables.filter(({ slot }) => slots[slot] !== null)]
  const inputs = given.map(({ cell, slot }) => ({ cell, value: cellValue(slots[slot] ?? null) }))
  runAll(model, slots)
  const computed = stepsOf(model).map((step) => ({
    cell: step.cell,
    value: valueOf(step, slots),
  }))
  return { inputs, computed }
}

function runAll({ checks, declines, prices }: WorkbookModel, slots: Value<number>[]): void {
  const frame = new Frame<number>(slots, false)
  for (const stage of [checks, declines, prices]) runStage(stage, frame, [])
}

/** The formula cells that show one value each. */
function stepsOf({ checks, declines, prices }: WorkbookModel): CellStep[] {
  return [checks, declines, prices].flatMap(({ steps }) => steps.filter(({ isArray }) => !isArray))
}

function valueOf({ slot, constant }: CellStep, slots: readonly Value<number>[]): CellValue {
  return cellValue(slot < 0 ? constant : (slots[slot] ?? null))
}

function cellValue(value: Value<number>): CellValue {
  if (isMatrix(value)) return null
  return isError(value) ? { error: value.code } : value
}
