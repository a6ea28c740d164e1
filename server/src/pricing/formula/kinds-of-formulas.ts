import {
  aDate,
  anEmptyText,
  aNumber,
  anything,
  aText,
  aTruthValue,
  type Kinds,
  kindsOf,
  parseFormula,
} from '@bindery/spreadsheet/formulas'
import type { ValueType } from './formula-file.ts'
import type { CompiledFormula, InputSlot } from './model.ts'

const kindsOfType: Readonly<Record<ValueType, Kinds>> = {
  integer: aNumber,
  number: aNumber,
  text: aText | anEmptyText,
  boolean: aTruthValue,
  date: aDate,
}

/** What each formula can come to, by its place; formulas come after the steps that they use. */
export function kindsOfFormulas(
  todayName: string,
  inputs: readonly InputSlot[],
  steps: readonly CompiledFormula[],
  others: readonly CompiledFormula[],
): ReadonlyMap<string, Kinds> {
  const byName = new Map<string, Kinds>([[todayName, aDate]])
  for (const { declaration, whenAbsent } of inputs) {
    const isBlank = whenAbsent === null
    byName.set(declaration.name, isBlank ? anything : kindsOfType[declaration.type])
  }
  const byPlace = new Map<string, Kinds>()
  const judge = ({ place, formula }: CompiledFormula): Kinds => {
    const parsed = parseFormula(formula)
    const kinds = parsed.ok
      ? kindsOf(parsed.expression, ({ value }) => byName.get(value) ?? anything)
      : anything
    byPlace.set(place, kinds)
    return kinds
  }
  for (const step of steps) byName.set(step.name, judge(step))
  others.forEach(judge)
  return byPlace
}
