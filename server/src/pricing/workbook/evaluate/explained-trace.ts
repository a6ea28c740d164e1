import { parseA1Ref } from '@borgar/fx/xlsx'
import { aDate, anything, isGiven, type Kinds, kindsOf, memberAt } from '../../engine/index.ts'
import type { Value } from '../../functions/index.ts'
import { parseFormula } from '../../grammar/parse-formula.ts'
import type { PricingInput, TraceEntry } from '../../pricing-types.ts'
import { placeOf } from '../xlsx/cell-address.ts'
import { show } from './run-stage.ts'
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
  const kinds = new Map<string, Kinds>()
  const entries: TraceEntry[] = []
  const add = (place: string, entry: TraceEntry, kind: Kinds) => {
    kinds.set(place.toLowerCase(), kind)
    entries.push(kind === aDate ? { ...entry, value: dayOf(entry.value, model) } : entry)
  }
  const addInput = (one: InputSlot | VariableSlot, given: unknown, noun: string) => {
    const value = slots[one.slot] ?? null
    const isDay = one.isToday || (typeof given === 'string' && typeof value === 'number')
    const place = placeOf(one.cell)
    const entry = { place: `${place}, ${noun} ${one.name}`, formula: '', value: show(value) }
    add(place, entry, isDay ? aDate : anything)
  }
  for (const one of model.inputs) addInput(one, memberAt(input.data, one.path), 'input')
  for (const one of model.variables) {
    const given = memberAt(input.variables, one.path)
    // One that has a formula is told where that is computed.
    if (isGiven(given) || one.isToday || one.saved !== null) addInput(one, given, 'variable')
  }
  for (const entry of trace) add(entry.place, entry, kindsOfEntry(entry, kinds, model))
  return entries
}

function kindsOfEntry(
  { place, formula }: TraceEntry,
  kinds: ReadonlyMap<string, Kinds>,
  { namedCells }: WorkbookModel,
): Kinds {
  const parsed = parseFormula(formula, 'cells')
  if (!parsed.ok) return anything
  const sheet = place.slice(0, place.lastIndexOf('!'))
  return kindsOf(parsed.expression, ({ value }) => {
    const reference = parseA1Ref(value)
    if (reference === undefined) return anything
    if (!('range' in reference)) {
      const named = namedCells.get(reference.name.toLowerCase())
      return named === undefined ? anything : (kinds.get(named.toLowerCase()) ?? anything)
    }
    const { top, left, bottom, right } = reference.range
    if (typeof top !== 'number' || typeof left !== 'number') return anything
    if (top !== bottom || left !== right) return anything
    const named = reference.sheetName ?? ''
    const own = named === '' ? sheet : named
    const cell = { sheet: own, row: top + 1, column: left + 1 }
    return kinds.get(placeOf(cell).toLowerCase()) ?? anything
  })
}

/** What is no whole number stays as it is: a day with a time, or an error. */
function dayOf(value: string, { kit }: WorkbookModel): string {
  return /^\d+$/.test(value) ? (kit.calendar.isoOfSerial(Number(value)) ?? value) : value
}
