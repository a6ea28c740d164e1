import type { Workbook, WorkbookProblem } from '@bindery/spreadsheet'
import {
  type Calendar,
  calendar1900,
  calendar1904,
  decimalText,
} from '@bindery/spreadsheet/formulas'
import { type ReadFormula, References } from '@bindery/spreadsheet/references'
import { getFormatInfo } from 'numfmt'
import type { NamedCell } from '../layout.ts'
import { type ProposedCell, distinctly } from './candidates.ts'
import { findUses } from './cell-uses.ts'
import type { LooksOf } from './looks-of.ts'
import { proposeInputs } from './propose-inputs.ts'
import { proposeOutputs } from './propose-outputs.ts'

export interface ProposedLayout {
  readonly inputs: readonly ProposedCell[]
  readonly outputs: readonly ProposedCell[]
  /** Whether amounts seem to be in euros and francs, or in cents. */
  readonly amounts: 'major' | 'minor'
  /** How many more cells look like inputs than anybody is asked about. */
  readonly unlisted: number
  /** What to think of, where nobody says otherwise. */
  readonly doubts: Readonly<Record<'inputs' | 'outputs' | 'amounts', readonly WorkbookProblem[]>>
}

const candidatesMax = 200

/** Guesses where a workbook without a layout takes answers and gives prices; null where it has none. */
export function proposeLayout(
  workbook: Workbook,
  looks: LooksOf,
  readFormula: ReadFormula,
  /** The outputs that somebody chose; null where those that are proposed are taken. */
  chosen: readonly NamedCell[] | null = null,
): ProposedLayout | null {
  const references = new References(workbook, readFormula)
  const uses = findUses(references)
  if (uses === null || uses.formulas.size === 0) return null
  const found = proposeOutputs(references, uses, looks, chosen ?? [])
  if (found === null) return null
  const taken = chosen ?? found.outputs.filter(({ isProposed }) => isProposed)
  const { inputs, doubts } = proposeInputs(workbook, references, uses, looks, taken)
  if (inputs.length === 0) return null
  const likely = inputs.filter(({ isProposed }) => isProposed)
  const counted = likely.length > 0 ? likely : inputs
  const calendar = workbook.countsFrom1904 ? calendar1904 : calendar1900
  const asShown = (one: ProposedCell) => ({ ...one, shown: shownAs(one, looks, calendar) })
  return {
    inputs: distinctly(listed(inputs)).map(asShown),
    outputs: distinctly(found.outputs).slice(0, candidatesMax).map(asShown),
    amounts: found.amounts,
    unlisted: Math.max(0, counted.length - candidatesMax),
    doubts: { inputs: doubts, outputs: found.doubts, amounts: found.amountDoubts },
  }
}

/** A day as a day and 0.02 as `2 %`, where the workbook shows it so. */
function shownAs({ value, cell }: ProposedCell, looks: LooksOf, calendar: Calendar): string {
  if (typeof value !== 'number') return value === null ? '' : String(value)
  const style = looks.styleOf(cell)
  const format = style === null ? null : getFormatInfo(style.format)
  if (format?.isDate === true && format.type !== 'time') {
    return calendar.isoOfSerial(value) ?? decimalText(value)
  }
  if (format?.isPercent === true) return `${Number((value * 100).toPrecision(12))} %`
  return String(Number(value.toFixed(decimalsShownMax)))
}

const decimalsShownMax = 4

/** As many as anybody looks through: those that are likely to be meant go first. */
function listed(inputs: readonly ProposedCell[]): readonly ProposedCell[] {
  if (inputs.length <= candidatesMax) return inputs
  const likely = inputs.filter(({ isProposed }) => isProposed)
  const others = inputs.filter(({ isProposed }) => !isProposed)
  const kept = new Set([...likely, ...others].slice(0, candidatesMax))
  return inputs.filter((one) => kept.has(one))
}
