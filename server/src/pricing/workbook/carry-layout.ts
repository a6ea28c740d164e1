import {
  type CellPlace,
  orUnreadable,
  parseWorkbook,
  placeOf,
  type Workbook,
} from '@bindery/spreadsheet'
import type { Problem } from '../../kernel/index.ts'
import type { NamedCell, WorkbookLayout } from './layout.ts'
import { findCalculator } from './read-calculator-layout.ts'
import { readLayout } from './read-layout.ts'
import { findInputsAndOutputs } from './read-sheets-layout.ts'
import {
  type RecoveredLayoutSpec,
  cellAt,
  namesOf,
  onOurSheet,
  onlyNamed,
  recoverLayoutSpec,
  sheetNamed,
} from './recover-layout-spec.ts'
import { writeLayout } from './write-layout.ts'

/** A workbook under the name that problems call it by. */
export interface NamedWorkbook {
  readonly file: string
  readonly bytes: Uint8Array
}

export type CarriedLayout =
  | {
      readonly ok: true
      /** The new workbook, with the names of the old one where it has none of its own. */
      readonly bytes: Uint8Array
      readonly inputs: readonly NamedCell[]
      readonly outputs: readonly NamedCell[]
    }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/**
 * Takes inputs and outputs of a workbook over to the one that follows it. A workbook that names them
 * itself must have all the old names. One that names none gets the names of the old one, on the same
 * cells, as long as these still have the same labels beside them.
 */
export function carryLayout(before: NamedWorkbook, after: NamedWorkbook): CarriedLayout {
  const [old, now] = [parseWorkbook(before.bytes), parseWorkbook(after.bytes)]
  if (!old.ok) return refused(before, old.problems)
  if (!now.ok) return refused(after, now.problems)
  const oldLayout = readLayout(old.workbook).layout
  if (oldLayout === null) return refused(before, readLayout(old.workbook).problems)
  const newLayout = readLayout(now.workbook)
  const spec = recoverLayoutSpec(old.workbook, oldLayout)
  if (newLayout.layout === null) {
    if (!isNamedByCells(old.workbook, oldLayout)) return refused(after, newLayout.problems)
    return carried(spec, old.workbook, now.workbook, after)
  }
  const { inputs, outputs } = newLayout.layout
  const missing = missingNames(oldLayout, newLayout.layout)
  const onOurs = onlyNamed(onOurSheet(spec), new Set(missing.map(({ place }) => place)))
  const problems = [
    ...newLayout.problems,
    ...missing.filter(({ place }) => !namesOf(onOurs).includes(place)),
  ]
  if (problems.length > 0) return refused(after, problems)
  if (missing.length === 0) return { ok: true, bytes: after.bytes, inputs, outputs }
  const made = carried(onOurs, old.workbook, now.workbook, after)
  return made.ok ? { ...made, inputs, outputs: [...outputs, ...made.outputs] } : made
}

/** Gives the new workbook these names, where the cells that they stand for are still the same. */
function carried(
  spec: RecoveredLayoutSpec,
  old: Workbook,
  now: Workbook,
  after: NamedWorkbook,
): CarriedLayout {
  const { inputs, usedCells } = spec
  const outputs = spec.outputs.map(({ name, cell }) => ({ name, cell }))
  const problems = [
    ...[...inputs, ...outputs, ...usedCells].flatMap((one) => moved(one, old, now)),
    ...outputs.flatMap((one) => blank(one, now)),
  ]
  if (problems.length > 0) return refused(after, problems)
  const copy = orUnreadable(() => writeLayout(after.bytes, now, spec))
  if ('problem' in copy) return refused(after, [copy.problem])
  return { ok: true, bytes: copy.bytes, inputs, outputs }
}

type PlacedProblem = Omit<Problem, 'file'>

function refused({ file }: NamedWorkbook, problems: readonly PlacedProblem[]): CarriedLayout {
  return { ok: false, problems: problems.map((problem) => ({ file, ...problem })) }
}

function missingNames(old: WorkbookLayout, now: WorkbookLayout): PlacedProblem[] {
  const kinds = [
    ['input', old.inputs, now.inputs],
    ['pricing variable', old.predefined, now.predefined],
    ['output', old.outputs, now.outputs],
  ] as const
  return kinds.flatMap(([kind, before, after]) => {
    const names = new Set(after.map(({ name }) => name.toLowerCase()))
    return before
      .filter(({ name }) => !names.has(name.toLowerCase()))
      .map(({ name, cell }) => ({
        place: name,
        message: `The new workbook has no ${kind} ${name}, which was at ${placeOf(cell)}.`,
        fix: `Name it in the new workbook as in the old one, or remove it from the product first.`,
      }))
  })
}

/** Names that stand for cells can be given again; sheets with lists of names are the workbook's own. */
function isNamedByCells(workbook: Workbook, { predefined, inputs }: WorkbookLayout): boolean {
  const hasConditions = inputs.some(
    ({ required, isValid }) => required !== null || isValid !== null,
  )
  const hasSheets = findCalculator(workbook) !== null || findInputsAndOutputs(workbook) !== null
  return !hasSheets && !hasConditions && predefined.length === 0
}

/** A cell that has another label beside it is another cell: rows were inserted, or the sheet is new. */
function moved({ name, cell }: NamedCell, old: Workbook, now: Workbook): PlacedProblem[] {
  const place = placeOf(cell)
  const fix = `Put ${name} back to ${place}, or name the cell in_${name} (out_${name} for an output) in the new workbook, as all others.`
  if (!hasSheet(now, cell.sheet)) {
    return [
      { place, message: `${name} was at ${place}, but the new workbook has no such sheet.`, fix },
    ]
  }
  const [before, after] = [labelBeside(old, cell), labelBeside(now, cell)]
  if (before === after) return []
  const stands = after === null ? 'nothing stands beside it now' : `"${after}" stands there now`
  return [{ place, message: `${name} was at ${place}, beside "${before ?? ''}": ${stands}.`, fix }]
}

function blank({ name, cell }: NamedCell, workbook: Workbook): PlacedProblem[] {
  const found = cellAt(workbook, cell)
  const isBlank = (found?.value ?? '') === ''
  if (found?.formula != null || !isBlank) return []
  const place = placeOf(cell)
  const message = `The output ${name} was at ${place}: the cell is blank now.`
  return [{ place, message, fix: 'Put its formula there.' }]
}

/** The nearest text to the left in the row. */
function labelBeside(workbook: Workbook, { sheet, row, column }: CellPlace): string | null {
  const cells = sheetNamed(workbook, sheet)?.cells ?? []
  const texts = cells
    .filter((one) => one.row === row && one.column < column && typeof one.value === 'string')
    .toSorted((a, b) => b.column - a.column)
  const text = texts[0]?.value
  return typeof text === 'string' ? text.trim() : null
}

function hasSheet(workbook: Workbook, name: string): boolean {
  return sheetNamed(workbook, name) !== undefined
}
