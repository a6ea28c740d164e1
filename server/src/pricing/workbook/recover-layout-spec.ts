import {
  type Cell,
  type CellPlace,
  parseAddress,
  type Sheet,
  type Workbook,
} from '@bindery/spreadsheet'
import type { NamedCell, WorkbookLayout } from './layout.ts'
import type { PlainValue } from './propose/constraint.ts'
import { type AddedOutput, type LayoutSpec, isOutputsSheet } from './write-layout.ts'

/** The layout that was specified when the workbook got its names, read back from the workbook. */
export interface RecoveredLayoutSpec extends LayoutSpec {
  readonly outputs: readonly (NamedCell & { readonly isOnOurSheet: boolean })[]
  /** The cells that added formulas use, by the name of the output. */
  readonly usedCells: readonly NamedCell[]
}

/** A row of our sheet refers to another cell, or has a value of its own. */
export function recoverLayoutSpec(workbook: Workbook, layout: WorkbookLayout): RecoveredLayoutSpec {
  const isOurs = ({ cell }: NamedCell) => {
    const sheet = sheetNamed(workbook, cell.sheet)
    return sheet !== undefined && isOutputsSheet(sheet)
  }
  let [taxRate, amountsTimes]: [number | null, number] = [null, 1]
  const outputs: RecoveredLayoutSpec['outputs'][number][] = layout.outputs
    .filter((output) => !isOurs(output))
    .map(({ name, cell }) => ({ name, cell, isOnOurSheet: false }))
  const added: AddedOutput[] = []
  const usedCells: NamedCell[] = []
  for (const { name, cell } of layout.outputs.filter(isOurs)) {
    const { formula = null, value = null } = cellAt(workbook, cell) ?? {}
    const { shown, times } = plainReference(formula)
    if (shown !== null) {
      amountsTimes = times ?? amountsTimes
      outputs.push({ name, cell: shown, isOnOurSheet: true })
    } else if (formula === null && name === 'tax_rate' && typeof value === 'number') {
      taxRate = value
    } else {
      // The value of a formula depends on the new workbook, so no value is kept.
      added.push({ name, formula, value: formula === null ? value : null })
      usedCells.push(...referencesIn(formula ?? '').map((used) => ({ name, cell: used })))
    }
  }
  const [ownInputs, inputs] = [
    layout.inputs.filter(isOurs),
    layout.inputs.filter((input) => !isOurs(input)),
  ]
  return {
    inputs: inputs.map(({ name, cell }) => ({ name, cell })),
    outputs,
    taxRate,
    amountsTimes,
    sale: {
      outputs: added,
      inputs: ownInputs.map(({ name, cell }) => ({ name, value: plainValueAt(workbook, cell) })),
      amountsShared: null,
    },
    usedCells,
  }
}

export function onOurSheet(spec: RecoveredLayoutSpec): RecoveredLayoutSpec {
  return { ...spec, inputs: [], outputs: spec.outputs.filter(({ isOnOurSheet }) => isOnOurSheet) }
}

export function onlyNamed(
  spec: RecoveredLayoutSpec,
  names: ReadonlySet<string>,
): RecoveredLayoutSpec {
  const among = ({ name }: { readonly name: string }) => names.has(name)
  const { outputs, usedCells, sale, taxRate } = spec
  return {
    ...spec,
    outputs: outputs.filter(among),
    usedCells: usedCells.filter(among),
    taxRate: names.has('tax_rate') ? taxRate : null,
    sale: {
      ...sale,
      outputs: sale.outputs.filter(among),
      inputs: sale.inputs.filter(among),
    },
  }
}

export function namesOf({ outputs, taxRate, sale }: RecoveredLayoutSpec): string[] {
  const names = [...outputs, ...sale.outputs, ...sale.inputs].map(({ name }) => name)
  return taxRate === null ? names : [...names, 'tax_rate']
}

const reference = /'((?:[^']|'')+)'!\$([A-Z]+)\$(\d+)/g

function referencesIn(formula: string): CellPlace[] {
  return [...formula.matchAll(reference)].flatMap(([, sheet = '', column = '', row = '']) => {
    const place = parseAddress(column + row)
    return place === null ? [] : [{ sheet: sheet.replaceAll("''", "'"), ...place }]
  })
}

/** The cell that a formula shows as it is, or so many times. */
function plainReference(formula: string | null): {
  readonly shown: CellPlace | null
  readonly times: number | null
} {
  const [, cell = '', times] =
    /^('(?:[^']|'')+'!\$[A-Z]+\$\d+)(?:\*(\d+))?$/.exec(formula ?? '') ?? []
  const [shown = null] = referencesIn(cell)
  return { shown, times: times === undefined ? null : Number(times) }
}

function plainValueAt(workbook: Workbook, place: CellPlace): PlainValue {
  const value = cellAt(workbook, place)?.value ?? null
  return value !== null && typeof value === 'object' ? '' : (value ?? '')
}

export function sheetNamed(workbook: Workbook, wanted: string): Sheet | undefined {
  return workbook.sheets.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
}

export function cellAt(workbook: Workbook, { sheet, row, column }: CellPlace): Cell | undefined {
  const cells = sheetNamed(workbook, sheet)?.cells ?? []
  return cells.find((cell) => cell.row === row && cell.column === column)
}
