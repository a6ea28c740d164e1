import { type CellPlace, placeOf } from '@bindery/spreadsheet'
import type { JsonObject } from '../../src/kernel/index.ts'
import type { InputCell } from '../../src/pricing/workbook/layout.ts'
import { isError } from './agree.ts'
import type { RecordedCase, RecordedValue, RecordedWorkbook } from './recorded.ts'

type ExpectedOutcome =
  | { readonly outcome: 'invalid'; readonly errors: readonly object[] }
  | { readonly outcome: 'knockout'; readonly code: string }
  | { readonly outcome: 'failed' }
  | { readonly outcome: 'priced'; readonly premium: JsonObject }

/** What must become of a case, worked out from nothing but the cells that the oracle computed. */
export function expectedOutcome(recorded: RecordedWorkbook, given: RecordedCase): ExpectedOutcome {
  const { inputs, outputs } = recorded.layout
  const valueAt = (place: CellPlace) => valueIn(recorded, given, place)
  const mistakes = inputs.filter((input) => isMistaken(input, given, valueAt))
  const errors = mistakes.flatMap(({ name, knocksOut, ...input }) => {
    if (!isGiven(given, name)) return [{ code: 'required', field: name }]
    return knocksOut || input.isValid === null ? [] : [{ code: 'invalid_value', field: name }]
  })
  if (errors.length > 0) return { outcome: 'invalid', errors }
  const [declined] = mistakes
  if (declined !== undefined) return { outcome: 'knockout', code: declined.name }
  for (const { name, cell } of outputs.filter((output) => /^knockout(_|$)/.test(output.name))) {
    const answer = valueAt(cell)
    if (isError(answer)) return { outcome: 'failed' }
    if (answer === true) return { outcome: 'knockout', code: name.replace(/^knockout_/, '') }
  }
  if (outputs.some(({ cell }) => isError(valueAt(cell)))) return { outcome: 'failed' }
  return { outcome: 'priced', premium: amounts(recorded, valueAt) }
}

type ValueAt = (place: CellPlace) => RecordedValue

function valueIn({ workbook }: RecordedWorkbook, { cells }: RecordedCase, place: CellPlace) {
  const answer = cells.get(placeOf(place))
  if (answer !== undefined) return answer
  const sheet = workbook.sheets.find(({ name }) => name === place.sheet)
  const cell = sheet?.cells.find(({ row, column }) => row === place.row && column === place.column)
  return cell?.value ?? null
}

/** Whether an answer is missing where it must be given, or given and not valid. */
function isMistaken({ name, required, isValid }: InputCell, given: RecordedCase, valueAt: ValueAt) {
  if (name === 'today') return false
  if (!isGiven(given, name)) return required !== null && valueAt(required) === true
  return isValid !== null && valueAt(isValid) !== true
}

function isGiven({ data }: RecordedCase, name: string): boolean {
  const value = data[name]
  return value !== undefined && value !== null && value !== ''
}

/** The outputs in money are whole cents in the workbooks themselves. */
function amounts({ layout }: RecordedWorkbook, valueAt: ValueAt): JsonObject {
  const names: Record<string, string> = {
    gross_payment_amount: 'grossPaymentAmount',
    gross_premium: 'grossPremium',
    net_premium: 'netPremium',
    premium_tax: 'premiumTax',
    net_net_premium: 'netNetPremium',
    net_commission_total: 'netCommissionTotal',
    tax_rate: 'taxRate',
  }
  const premium: JsonObject = {}
  for (const { name, cell } of layout.outputs) {
    const member = names[name]
    const value = valueAt(cell)
    if (member !== undefined && typeof value === 'number') premium[member] = value
  }
  return premium
}
