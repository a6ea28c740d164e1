import { readCell, runStage } from '@bindery/spreadsheet'
import { Frame, isError } from '@bindery/spreadsheet/formulas'
import type { FieldError } from '../../../kernel/index.ts'
import type { Calculation, OutputValue, PricingInput, TraceEntry } from '../../pricing-types.ts'
import { blamedOn } from '../../blame-answers.ts'
import { explainedTrace } from './explained-trace.ts'
import { checkAnswers } from './check-answers.ts'
import { missedAnswers } from './missed-answers.ts'
import { outputValue } from './output-value.ts'
import { placeInputs, placeSaved } from './place-inputs.ts'
import { failureAt } from './failure-at.ts'
import type { WorkbookModel } from './workbook-model.ts'

/**
 * Prices one input. Never throws: what cannot be priced is an outcome. An answer that a lookup does not
 * find is the customer's to change; which answer that was is looked for only once a calculation has failed.
 */
export function evaluateWorkbook(
  model: WorkbookModel,
  input: PricingInput,
  isTracing: boolean,
): Calculation {
  const slots = model.blankSlots.slice()
  const frame = new Frame<number>(slots, isTracing)
  const errors: FieldError[] = []
  const wrongVariable = placeInputs(model, input, slots, errors)
  const priced = blamed(wrongVariable ?? priceSlots(model, frame, errors, input.held), model, input)
  if (!('trace' in priced) || priced.trace === undefined) return priced
  return { ...priced, trace: explainedTrace(model, input, slots, priced.trace) }
}

function blamed(priced: Calculation, model: WorkbookModel, input: PricingInput): Calculation {
  if (priced.outcome !== 'failed') return priced
  const errors = missedAnswers(model, input)
  return errors.length === 0 ? priced : blamedOn(errors, priced)
}

/** Prices what stands in the input cells of the file. */
export function evaluateSaved(model: WorkbookModel): Calculation {
  const slots = model.blankSlots.slice()
  placeSaved(model, slots)
  return priceSlots(model, new Frame<number>(slots, false), [])
}

function priceSlots(
  model: WorkbookModel,
  frame: Frame<number>,
  errors: FieldError[],
  held?: PricingInput['held'],
): Calculation {
  const { slots } = frame
  const trace: TraceEntry[] = []
  runStage(model.checks, frame, trace)
  const refused = checkAnswers(model, slots, errors, held)
  if (refused !== null) return withTrace(refused, frame, trace)
  runStage(model.declines, frame, trace)
  for (const { name, reading } of model.knockouts) {
    const answer = model.kit.asBoolean(readCell(reading, slots))
    if (isError(answer)) return withTrace(failureAt(reading, answer, slots), frame, trace)
    if (answer) return withTrace({ outcome: 'knockout', code: name }, frame, trace)
  }
  runStage(model.prices, frame, trace)
  const outputs: Record<string, OutputValue> = { ...model.blankOutputs }
  for (const { name, kind, reading } of model.outputs) {
    const written = outputValue(readCell(reading, slots), kind, model.kit.calendar)
    if (isError(written)) return withTrace(failureAt(reading, written, slots), frame, trace)
    if (typeof written === 'object' && 'reason' in written) {
      const { reason } = written
      return withTrace({ outcome: 'failed', place: reading.place, reason }, frame, trace)
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
  return frame.isTracing && calculation.outcome !== 'invalid'
    ? { ...calculation, trace }
    : calculation
}
