import { type Decimal, ofInteger } from '@bindery/spreadsheet/decimal'
import {
  decimalLibrary,
  Frame,
  isError,
  isMatrix,
  read,
  serialOf,
} from '@bindery/spreadsheet/formulas'
import type { FieldError } from '../../kernel/index.ts'
import { blamedOn } from '../blame-answers.ts'
import { isGiven, memberAt } from '../member-at.ts'
import type { Calculation, OutputValue, PricingInput, TraceEntry } from '../pricing-types.ts'
import type { CompiledFormula, CompiledStep, FormulaModel, InputSlot } from './model.ts'
import { failureAt } from './failure.ts'
import { missedAnswers } from './missed-answers.ts'
import { outputValue } from './output-value.ts'
import { readJson } from './read-value.ts'
import type { FormulaValue } from './scope.ts'
import { show } from './show.ts'

/** Called with each formula after it is computed. */
export type Listener = (formula: CompiledFormula) => void

/**
 * Prices one input. Never throws: what cannot be priced is an outcome. With a listener every formula
 * is computed, whatever those before it came to. An answer that a lookup does not find is the
 * customer's to change; which answer that was is looked for only once a calculation has failed.
 */
export function evaluate(
  model: FormulaModel,
  input: PricingInput,
  isTracing: boolean,
  listener?: Listener,
): Calculation {
  const calculation = evaluateOnce(model, input, isTracing, listener)
  if (calculation.outcome !== 'failed') return calculation
  const slots = model.blankSlots.slice()
  if (model.todaySlot >= 0) slots[model.todaySlot] = serialToday(input)
  readInputs(model.inputs, input, slots)
  if (readVariables(model.variables, input, slots) !== null) return calculation
  const errors = missedAnswers(model, new Frame<Decimal>(slots, false, true), input)
  return errors.length === 0 ? calculation : blamedOn(errors, calculation)
}

function evaluateOnce(
  model: FormulaModel,
  input: PricingInput,
  isTracing: boolean,
  listener?: Listener,
): Calculation {
  const slots = model.blankSlots.slice()
  const frame = new Frame<Decimal>(slots, isTracing)
  if (model.todaySlot >= 0) slots[model.todaySlot] = serialToday(input)
  const errors = readInputs(model.inputs, input, slots)
  if (errors.length > 0) return { outcome: 'invalid', errors }
  const wrongVariable = readVariables(model.variables, input, slots)
  if (wrongVariable !== null) return wrongVariable

  const trace = new Trace(model, frame, listener)
  if (isTracing && listener === undefined) trace.pushInputs(input)
  runSteps(model.knockoutSteps, frame, trace)
  for (const knockout of model.knockouts) {
    const answer = decide(knockout, frame, trace)
    if (listener !== undefined) continue
    if (isError(answer)) {
      return trace.added(failureAt(model, knockout, answer, slots))
    }
    if (answer) return trace.added({ outcome: 'knockout', code: knockout.name })
  }
  runSteps(model.outputSteps, frame, trace)
  const outputs: Record<string, OutputValue> = { ...model.settledOutputs }
  for (const output of isTracing ? model.outputs : model.liveOutputs) {
    const value = read(output.operand, frame)
    if (isTracing) trace.push(output, value)
    if (listener !== undefined) continue
    const written = outputValue(value, output)
    if (isError(written)) return trace.added(failureAt(model, output, written, slots))
    if (typeof written === 'object' && 'reason' in written) {
      const { reason } = written
      return trace.added({ outcome: 'failed', place: output.place, reason })
    }
    outputs[output.name] = written
  }
  return trace.added({ outcome: 'priced', outputs })
}

function serialToday({ today }: PricingInput): FormulaValue {
  const serial = serialOf(today.year, today.month, today.day)
  return serial === null ? null : ofInteger(serial)
}

function readInputs(
  inputs: readonly InputSlot[],
  { data }: PricingInput,
  slots: FormulaValue[],
): FieldError[] {
  const errors: FieldError[] = []
  for (const { declaration, path, slot, whenAbsent, type } of inputs) {
    const given = memberAt(data, path)
    if (!isGiven(given)) {
      if (whenAbsent === undefined) {
        errors.push({ code: 'required', field: declaration.field, path: 'data' })
      } else {
        slots[slot] = whenAbsent
      }
      continue
    }
    const value = readJson(given, type)
    if (value === undefined) {
      errors.push({ code: 'invalid_value', field: declaration.field, path: 'data' })
    } else {
      slots[slot] = value
    }
  }
  return errors
}

/** Variables are the integration's, not the customer's: a wrong one is a failed calculation. */
function readVariables(
  variables: readonly InputSlot[],
  input: PricingInput,
  slots: FormulaValue[],
): Calculation | null {
  for (const { declaration, path, slot, whenAbsent, type } of variables) {
    const given = memberAt(input.variables, path)
    const value = isGiven(given) ? readJson(given, type) : whenAbsent
    if (value === undefined) {
      const reason = isGiven(given)
        ? `the pricing variable is not of type ${declaration.type}`
        : 'the pricing variable is missing and has no default'
      return { outcome: 'failed', place: `variable ${declaration.name}`, reason }
    }
    slots[slot] = value
  }
  return null
}

function runSteps(steps: readonly CompiledStep[], frame: Frame<Decimal>, trace: Trace): void {
  const { slots, isTracing } = frame
  for (const step of steps) {
    const value = read(step.operand, frame)
    slots[step.slot] = value
    if (isTracing) trace.push(step, value)
  }
}

function decide(knockout: CompiledFormula, frame: Frame<Decimal>, trace: Trace) {
  const value = read(knockout.operand, frame)
  if (frame.isTracing) trace.push(knockout, value)
  return decimalLibrary.kit.asBoolean(isMatrix(value) ? value.at(0, 0) : value)
}

/** The value of every formula, in order; empty without a trace, or with only a listener. */
class Trace {
  readonly #entries: TraceEntry[] = []
  readonly #model: FormulaModel
  readonly #frame: Frame<Decimal>
  readonly #listener: Listener | undefined

  constructor(model: FormulaModel, frame: Frame<Decimal>, listener: Listener | undefined) {
    this.#model = model
    this.#frame = frame
    this.#listener = listener
  }

  /** The values that formulas begin with. */
  pushInputs({ today }: PricingInput): void {
    const { inputs, variables, todaySlot } = this.#model
    const add = (noun: string, { declaration, slot, type }: InputSlot) => {
      const value = show(this.#frame.slots[slot] ?? null, type === 'date')
      this.#entries.push({ place: `${noun} ${declaration.name}`, formula: '', value })
    }
    if (todaySlot >= 0) this.#entries.push({ place: 'today', formula: '', value: today.toString() })
    for (const input of inputs) add('input', input)
    for (const variable of variables) add('variable', variable)
  }

  push(formula: CompiledFormula, value: FormulaValue): void {
    if (this.#listener !== undefined) return this.#listener(formula)
    const hit = this.#frame.takeHit()
    const isDay = this.#model.dayFormulas.has(formula.place)
    const shown = { place: formula.place, formula: formula.formula, value: show(value, isDay) }
    this.#entries.push(hit === undefined ? shown : { ...shown, hit })
    return undefined
  }

  added<Outcome extends Calculation>(calculation: Outcome): Outcome {
    return this.#frame.isTracing ? { ...calculation, trace: this.#entries } : calculation
  }
}
