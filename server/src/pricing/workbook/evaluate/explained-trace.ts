import { placeOf, show } from '@bindery/spreadsheet'
import {
  aDate,
  anything,
  type Kinds,
  kindsOf,
  parseFormula,
  type Value,
} from '@bindery/spreadsheet/formulas'
import { parseA1Ref } from '@borgar/fx/xlsx'
import { isGiven, memberAt } from '../../member-at.ts'
import type { PricingInput, TraceEntry } from '../../pricing-types.ts'
import { dayCells } from './day-cells.ts'
import type { InputSlot, VariableSlot, WorkbookModel } from './workbook-model.ts'

/**
 * A trace for people: what was put into the input cells comes first, and days are written as days.
 * Which cells hold days follows from the answers and the formulas: the file shows it by its looks
 * alone, and these are not read.
 */
export function explainedTrace(
  model: WorkbookModel,
  input: PricingInput,
  slots: readonly Value<number>[],
  trace: readonly TraceEntry[],
): TraceEntry[] {
  const days = daysOf(model, input, slots, trace)
  const kinds = new Map<string, Kinds>()
  const entries: TraceEntry[] = []
  const add = (place: string, entry: TraceEntry, kind: Kinds) => {
    kinds.set(place.toLowerCase(), kind)
    entries.push(kind === aDate ? { ...entry, value: dayOf(entry.value, model) } : entry)
  }
  const addInput = (one: InputSlot | VariableSlot, noun: string) => {
    const value = slots[one.slot] ?? null
    const place = placeOf(one.cell)
    const isDay = typeof value === 'number' && days.has(place.toLowerCase())
    const entry = { place: `${place}, ${noun} ${one.name}`, formula: '', value: show(value) }
    add(place, entry, isDay ? aDate : anything)
  }
  for (const one of model.inputs) addInput(one, 'input')
  for (const one of model.variables) {
    const given = memberAt(input.variables, one.path)
    // A cell with a formula is explained where the formula is computed.
    if (isGiven(given) || one.isToday || one.saved !== null) addInput(one, 'variable')
  }
  for (const entry of trace) {
    const isDay = days.has(entry.place.toLowerCase())
    add(entry.place, entry, isDay ? aDate : kindsOfEntry(entry, kinds, model))
  }
  return entries
}

/** Cells that hold days by their answers, the names of their outputs, and the formulas that use them. */
function daysOf(
  model: WorkbookModel,
  input: PricingInput,
  slots: readonly Value<number>[],
  trace: readonly TraceEntry[],
): ReadonlySet<string> {
  const formulas = trace.flatMap(({ place, formula }) => {
    const parsed = parseFormula(formula, 'cells')
    return parsed.ok ? [{ place, expression: parsed.expression }] : []
  })
  // An answer that is a text and stands as a number is a day.
  const isDay = (one: InputSlot | VariableSlot, given: unknown) =>
    one.isToday || (typeof given === 'string' && typeof slots[one.slot] === 'number')
  const answered = [
    ...model.inputs.filter((one) => isDay(one, memberAt(input.data, one.path))),
    ...model.variables.filter((one) => isDay(one, memberAt(input.variables, one.path))),
  ].map(({ cell }) => placeOf(cell))
  const outputs = model.outputs
    .filter(({ name }) => name.endsWith('_date'))
    .map(({ reading }) => reading.place)
  const known = [...answered, ...outputs].map((place) => place.toLowerCase())
  return dayCells(formulas, known, (reference, from) => cellNamed(reference, from, model))
}

function kindsOfEntry(
  { place, formula }: TraceEntry,
  kinds: ReadonlyMap<string, Kinds>,
  model: WorkbookModel,
): Kinds {
  const parsed = parseFormula(formula, 'cells')
  if (!parsed.ok) return anything
  return kindsOf(parsed.expression, ({ value }) => {
    const cell = cellNamed(value, place, model)
    return cell === null ? anything : (kinds.get(cell) ?? anything)
  })
}

/** The one cell that a reference in a formula means, in lower case; null where it is a range. */
function cellNamed(text: string, from: string, { namedCells }: WorkbookModel): string | null {
  const reference = parseA1Ref(text)
  if (reference === undefined) return null
  if (!('range' in reference)) {
    return namedCells.get(reference.name.toLowerCase())?.toLowerCase() ?? null
  }
  const { top, left, bottom, right } = reference.range
  if (typeof top !== 'number' || typeof left !== 'number') return null
  if (top !== bottom || left !== right) return null
  const sheet = reference.sheetName || from.slice(0, from.lastIndexOf('!'))
  return placeOf({ sheet, row: top + 1, column: left + 1 }).toLowerCase()
}

/** What is not a whole number stays as it is: a day with a time, or an error. */
function dayOf(value: string, { kit }: WorkbookModel): string {
  return /^\d+$/.test(value) ? (kit.calendar.isoOfSerial(Number(value)) ?? value) : value
}
