import type { CellPlace } from './workbook.ts'
import type { CellValue } from './workbook.ts'
import { applyEdits } from './xlsx/edits.ts'
import { forceCalculation } from './xlsx/force-calculation.ts'
import { workbookLimits } from './xlsx/limits.ts'
import { type OpenedPackage, openPackage } from './xlsx/open-package.ts'
import { findSheets } from './xlsx/parse-workbook.ts'
import { type PatchedCell, patchSheet } from './xlsx/patch-sheet.ts'
import { readWorkbookPart } from './xlsx/read-workbook-part.ts'
import { rewriteZip } from './xlsx/rewrite-zip.ts'
import { XmlScanner } from './xlsx/xml-scanner.ts'

export interface FilledCell {
  readonly cell: CellPlace
  readonly value: CellValue
}

export interface CellsToFill {
  /** Take the place of whatever stands in their cells. */
  readonly inputs: readonly FilledCell[]
  /** Become the kept values of the formulas in their cells. */
  readonly computed: readonly FilledCell[]
}

/**
 * The original file with inputs in place and the values that follow from them; looks,
 * sheets and formulas stay as they are, for only the cells concerned are rewritten.
 */
export function fillWorkbook(bytes: Uint8Array, cells: CellsToFill): Uint8Array {
  const opened = openPackage(bytes, workbookLimits)
  const { parts, workbookPart } = opened
  const workbookText = parts.text(workbookPart)
  const sheets = findSheets(opened, readWorkbookPart(workbookText, workbookPart, workbookLimits))
  const changes = new Map<string, Uint8Array | null>()
  const change = (part: string, text: string) =>
    changes.set(parts.entry(part)?.name ?? part, Buffer.from(text))
  change(workbookPart, forceCalculation(workbookText, workbookPart))
  let lostFormula = false
  for (const { name, part } of sheets) {
    const patched = patchSheet(parts.text(part), part, cellsOf(name, cells))
    change(part, patched.text)
    lostFormula ||= patched.lostFormula
  }
  if (lostFormula) dropCalculationChain(opened, change, (part) => changes.set(part, null))
  return rewriteZip(bytes, parts.entries, changes)
}

function cellsOf(sheet: string, { inputs, computed }: CellsToFill): PatchedCell[] {
  const cells = new Map<string, PatchedCell>()
  const add = ({ cell, value }: FilledCell, isInput: boolean) => {
    const { row, column } = cell
    if (cell.sheet.toLowerCase() !== sheet.toLowerCase()) return
    cells.set(`${row} ${column}`, { row, column, value, isInput })
  }
  for (const cell of computed) add(cell, false)
  for (const cell of inputs) add(cell, true)
  return [...cells.values()]
}

/**
 * The order of calculation that Excel keeps names each cell with a formula; one that has lost its
 * formula would make Excel call the file damaged. It makes a new order when there is none.
 */
function dropCalculationChain(
  { parts, relationships }: OpenedPackage,
  change: (part: string, text: string) => void,
  drop: (part: string) => void,
): void {
  const chain = relationships.find(({ type }) => type === 'calcChain')
  const entry = chain === undefined ? undefined : parts.entry(chain.target)
  if (chain === undefined || entry === undefined) return
  drop(entry.name)
  const { start, end } = chain
  change(chain.file, applyEdits(parts.text(chain.file), [{ start, end, text: '' }]))
  const types = '[Content_Types].xml'
  const scanner = new XmlScanner(parts.text(types), types)
  while (scanner.seek('Override')) {
    const override = scanner.start
    const named = scanner.attribute('PartName')?.replace(/^\//, '').toLowerCase()
    scanner.content()
    if (named !== entry.name.toLowerCase()) continue
    change(types, applyEdits(scanner.text, [{ start: override, end: scanner.end, text: '' }]))
    return
  }
}
