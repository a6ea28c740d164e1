import type { FieldError } from '../../../kernel/index.ts'
import { Frame } from '../../engine/index.ts'
import { isError } from '../../functions/index.ts'
import type { Calculation, OutputValue, PricingInput, TraceEntry } from '../../pricing-types.ts'
import { checkAnswers } from './check-answers.ts'
import { outputValue } from './output-value.ts'
import { placeInputs } from './place-inputs.ts'
import { failureAt, readCell } from './read-cell.ts'
import { runStage } from './run-stage.ts'
import type { WorkbookModel } from './workbook-model.ts'

/** Prices one input. Never throws: what cannot be priced is an outcome. */
export function evaluateWorkbook(
  model: WorkbookModel,
  input: PricingInput,
  isTracing: boolean,
): Calculation {
  const slots = model.blankSlots.slice()
  const frame = new Frame<number>(slots, isTracing)
  const errors: FieldError[] = []
  const trace: TraceEntry[] = []
  const wrongVariable = placeInputs(model, input, slots, errors)
  if (wrongVariable !== null) return wrongVariable
  runStage(model.checks, frame, trace)
  const refused = checkAnswers(model, slots, errors)
  if (refused !== null) return withTrace(refused, frame, trace)
  runStage(model.declines, frame, trace)
  for (const { name, reading } of model.knockouts) {
    const answer = model.kit.asBoolean(readCell(reading, slots))
    if (isError(answer)) return failureAt(reading, answer, slots)
    if (answer) return withTrace({ outcome: 'knockout', code: name }, frame, trace)
  }
  runStage(model.prices, frame, trace)
  const outputs: Record<string, OutputValue> = { ...model.blankOutputs }
  for (const { name, kind, reading } of model.outputs) {
    const written = outputValue(readCell(reading, slots), kind, model.kit.calendar)
    if (isError(written)) return failureAt(reading, written, slots)
    if (typeof written === 'object' && 'reason' in written) {
      return { outcome: 'failed', place: reading.place, reason: written.reason }
    }
    outputs[name] = written
  }
  return withTrace({ outcome: 'priced', outputs }, frame, trace)
}

function withTrace(
  calculation: Calculation,
  frame: Frame<number>,
  trace: readonly TraceEntry[],
): Calculation {
  const isTraced = calculation.outcome === 'priced' || calculation.outcome === 'knockout'
  return frame.isTracing && isTraced ? { ...calculation, trace } : calculation
}
