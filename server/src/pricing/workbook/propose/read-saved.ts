import type { Cell, CellPlace, Workbook } from '@bindery/spreadsheet'
import { calendar1900, calendar1904, isError } from '@bindery/spreadsheet/formulas'
import { scalarOf } from '@bindery/spreadsheet/references'
import { toPremium } from '../../premium/to-premium.ts'
import type { OutputValue, PricedOutcome } from '../../pricing-types.ts'
import { outputKind, outputValue } from '../evaluate/output-value.ts'
import type { NamedCell, WorkbookLayout } from '../layout.ts'

export interface SavedAnswers {
  /** The day that it was saved for, where it takes one. */
  readonly today: string | null
  /** What the spreadsheet program saved as the price; null where it kept none. */
  readonly saved: PricedOutcome | null
  /** How many payments it says there are: a number where that is the same for everybody. */
  readonly billingCycles: number | 'varies' | null
}

/** Whether an output declines a risk where it comes to TRUE. */
export function declines({ name }: NamedCell): boolean {
  return /^knockout(_.+)?$/.test(name)
}

/** Reads the price that stands in the file, without computing anything. */
export function readSaved(
  workbook: Workbook,
  layout: WorkbookLayout,
  cellAt: (place: CellPlace) => Cell | undefined,
): SavedAnswers {
  const calendar = workbook.countsFrom1904 ? calendar1904 : calendar1900
  const at = ({ cell }: NamedCell) => cellAt(cell)
  const todayCell = [...layout.inputs, ...layout.predefined].find(({ name }) => name === 'today')
  const serial = todayCell === undefined ? null : (at(todayCell)?.value ?? null)
  const cycles = layout.outputs.find(({ name }) => name === 'billing_cycles')
  const cyclesCell = cycles === undefined ? undefined : at(cycles)
  return {
    today: typeof serial === 'number' ? calendar.isoOfSerial(serial) : null,
    saved: savedOutcome(),
    billingCycles: cyclesIn(cyclesCell),
  }

  function savedOutcome(): PricedOutcome | null {
    const outputs: Record<string, OutputValue> = {}
    for (const output of layout.outputs) {
      const cell = at(output)
      if (cell === undefined || (cell.formula !== null && cell.value === null)) return null
      if (declines(output)) {
        if (cell.value === true) return null
        continue
      }
      const written = outputValue(scalarOf(cell.value), outputKind(output.name), calendar)
      if (isError(written)) return null
      if (typeof written === 'object' && 'reason' in written) return null
      outputs[output.name] = written
    }
    const premium = toPremium({ outcome: 'priced', outputs })
    return premium.outcome === 'priced' ? premium : null
  }
}

function cyclesIn(cell: Cell | undefined): SavedAnswers['billingCycles'] {
  if (cell === undefined) return null
  if (cell.formula !== null) return 'varies'
  return typeof cell.value === 'number' ? cell.value : null
}
