import { type CellReading, type CellStep, readCell, runStage } from '@bindery/spreadsheet'
import { Frame, LookupMiss, originOfError, slotsBehind } from '@bindery/spreadsheet/formulas'
import type { FieldError } from '../../../kernel/index.ts'
import { blameAnswers } from '../../blame-answers.ts'
import type { PricingInput } from '../../pricing-types.ts'
import { placeInputs } from './place-inputs.ts'
import type { WorkbookModel } from './workbook-model.ts'

/** The answers that a lookup did not find, where that is why a calculation failed. */
export function missedAnswers(model: WorkbookModel, input: PricingInput): FieldError[] {
  const slots = model.blankSlots.slice()
  const frame = new Frame<number>(slots, false, true)
  if (placeInputs(model, input, slots, []) !== null) return []
  for (const stage of [model.checks, model.declines, model.prices]) runStage(stage, frame, [])
  for (const { reading } of [...model.knockouts, ...model.outputs]) {
    const value = readCell(reading, slots)
    if (value instanceof LookupMiss) return blame(model, input, frame, reading, value)
  }
  return []
}

function blame(
  model: WorkbookModel,
  input: PricingInput,
  frame: Frame<number>,
  { step }: CellReading,
  miss: LookupMiss<number>,
): FieldError[] {
  if (step === null) return []
  const origin = originOfError(
    step,
    ({ uses }) => uses,
    ({ slot }) => frame.slots[slot] === miss,
  )
  const { run, given } = origin
  const found = run?.(frame)
  if (run === null || !(found instanceof LookupMiss)) return []
  const uses = origin.uses.filter(({ slot }) => slot >= 0)
  const candidates = [...given, ...uses.map(({ slot }) => slot)]
  const behind = new Set(slotsBehind(found, run, frame, candidates))
  const all = new Set<CellStep>(uses.filter(({ slot }) => behind.has(slot)))
  for (const one of all) for (const used of one.uses) all.add(used)
  for (const one of all) for (const slot of one.given) behind.add(slot)
  const isBehind = ({ slot }: { readonly slot: number }) => behind.has(slot)
  const answers = model.inputs
    .filter((one) => isBehind(one) && !one.isToday)
    .map(({ name, path }) => ({ field: name, path }))
  const hasVariable = model.variables.some((one) => isBehind(one) && !one.isToday)
  return blameAnswers({ answers, hasVariable }, input)
}
