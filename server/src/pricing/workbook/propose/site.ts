import { type Calendar, calledName } from '@bindery/spreadsheet/formulas'
import {
  type Area,
  type CellId,
  isSingleCell,
  nameDepthMax,
  type References,
  type FormulaPlace,
} from '@bindery/spreadsheet/references'
import type { AstExpression } from '@borgar/fx'
import type { Operand, PlainValue } from './constraint.ts'

/** The workbook as proposals see it. */
export interface Site {
  readonly references: References
  readonly calendar: Calendar
  /** The names of inputs by their cells. */
  readonly inputs: ReadonlyMap<CellId, string>
}

/** A part of a formula; functions may be called with arguments left blank. */
export type Argument = AstExpression | null | undefined

/** The cells that an expression stands for, where it is a reference or a name and nothing more. */
export function areaOf(
  expression: Argument,
  at: FormulaPlace,
  { references }: Pick<Site, 'references'>,
  depth = 0,
): Area | null {
  if (expression?.type !== 'ReferenceIdentifier' || depth > nameDepthMax) return null
  const resolved = references.resolve(expression, at)
  if (resolved.kind === 'area') return resolved.area
  if (resolved.kind !== 'formula') return null
  return areaOf(resolved.expression, at, { references }, depth + 1)
}

/** The one cell that an expression stands for. */
export function cellOf(expression: Argument, at: FormulaPlace, site: Site): CellId | null {
  const area = areaOf(expression, at, site)
  return area === null || !isSingleCell(area) ? null : area.grid.id(area.top, area.left)
}

/** The value of an expression if it is the same for every customer, or the answer that it reads. */
export function operandOf(expression: Argument, at: FormulaPlace, site: Site): Operand | null {
  if (expression == null) return null
  switch (expression.type) {
    case 'Literal':
      return { kind: 'value', value: expression.value }
    case 'UnaryExpression':
      return signed(expression.operator, operandOf(expression.arguments[0], at, site))
    case 'CallExpression':
      return called(calledName(expression.callee), expression.arguments, at, site)
    case 'BinaryExpression':
      return shiftedDay(expression.operator, expression.arguments, at, site)
    case 'ReferenceIdentifier':
      return referred(expression, at, site)
    default:
      return null
  }
}

function signed(operator: string, operand: Operand | null): Operand | null {
  if (operand?.kind !== 'value' || typeof operand.value !== 'number') return null
  const { value } = operand
  if (operator === '-') return { kind: 'value', value: -value }
  if (operator === '%') return { kind: 'value', value: value / 100 }
  return operator === '+' ? operand : null
}

/** TRUE() and FALSE(), as LibreOffice writes them, TODAY(), and DATE(2027,1,31) with plain numbers. */
function called(
  name: string,
  args: readonly AstExpression[],
  at: FormulaPlace,
  site: Site,
): Operand | null {
  if (name === 'TRUE' || name === 'FALSE') return { kind: 'value', value: name === 'TRUE' }
  if (name === 'TODAY' && args.length === 0) return { kind: 'day', days: 0 }
  if (name !== 'DATE') return null
  const [year, month, day] = args.map((part) => numberOf(operandOf(part, at, site)))
  if (typeof year !== 'number' || typeof month !== 'number' || typeof day !== 'number') return null
  const serial = site.calendar.serialOf(year, month, day)
  return serial === null ? null : { kind: 'value', value: serial }
}

/** TODAY()+30, in whole days. */
function shiftedDay(
  operator: string,
  [first, second]: readonly AstExpression[],
  at: FormulaPlace,
  site: Site,
): Operand | null {
  const day = operandOf(first, at, site)
  if (day?.kind !== 'day' || (operator !== '+' && operator !== '-')) return null
  const distance = numberOf(operandOf(second, at, site))
  if (distance === null || !Number.isInteger(distance)) return null
  const days = day.days + (operator === '+' ? distance : -distance)
  return Math.abs(days) > daysMax ? null : { kind: 'day', days }
}

/** Rules count up to 10,000 days. */
const daysMax = 9_999

function referred(expression: AstExpression, at: FormulaPlace, site: Site): Operand | null {
  const area = areaOf(expression, at, site)
  if (area === null || !isSingleCell(area)) return null
  const { grid, top, left } = area
  const input = site.inputs.get(grid.id(top, left))
  if (input === 'today') return { kind: 'day', days: 0 }
  if (input !== undefined) return { kind: 'field', name: input }
  const cell = grid.cellAt(top, left)
  if (cell === undefined || cell.formula !== null) return null
  const { value } = cell
  return value === null || typeof value === 'object' ? null : { kind: 'value', value }
}

function numberOf(operand: Operand | null): number | null {
  if (operand?.kind !== 'value' || typeof operand.value !== 'number') return null
  return operand.value
}

export type ListedValues =
  | { readonly ok: true; readonly values: readonly PlainValue[] }
  | { readonly ok: false; readonly why: string; readonly fix: string }

/** The values of a row or column of cells, each once and without the blank ones. */
export function valuesIn(area: Area): ListedValues {
  const { grid, top, left } = area
  const bottom = Math.min(area.bottom, grid.lastRow)
  const right = Math.min(area.right, grid.lastColumn)
  if (area.bottom > area.top && area.right > area.left) {
    return { ok: false, why: 'are not a single row or column', fix: 'Name one row or column.' }
  }
  const values = new Set<PlainValue>()
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const cell = grid.cellAt(row, column)
      if (cell === undefined) continue
      const { value } = cell
      if (cell.formula === null && (value === null || value === '')) continue
      if (cell.formula !== null || value === null || typeof value === 'object') {
        const why = `are computed, in ${grid.placeOf(row, column)}`
        return { ok: false, why, fix: 'Write plain values there: copy them and paste the values.' }
      }
      values.add(value)
    }
  }
  if (values.size > 0) return { ok: true, values: [...values] }
  return { ok: false, why: 'are all blank', fix: 'Fill them in, or name other cells.' }
}
