import type { CellStyle, SheetLooks, Validation } from '../looks.ts'
import { type WorkbookLimits, workbookLimits } from './limits.ts'
import { type OpenedPackage, openPackage } from './open-package.ts'
import { findSheets } from './parse-workbook.ts'
import { readStyles } from './read-styles.ts'
import { readValidations } from './read-validations.ts'
import { readWorkbookPart } from './read-workbook-part.ts'
import { tooLarge } from './workbook-problem.ts'
import { XmlScanner } from './xml-scanner.ts'

/** How the cells of a file look and what may be typed into them, of a file that can be read. */
export function readLooks(
  bytes: Uint8Array,
  limits: WorkbookLimits = workbookLimits,
): SheetLooks[] {
  const opened = openPackage(bytes, limits)
  const { parts, workbookPart } = opened
  const listed = readWorkbookPart(parts.text(workbookPart), workbookPart, limits)
  const styles = stylesOf(opened)
  let spent = 0
  return findSheets(opened, listed).map(({ name, part }) => {
    const looks = readSheetLooks(parts.text(part), part, name, styles)
    spent += looks.validations.reduce((sum, { ranges }) => sum + 1 + ranges.length, 0)
    if (spent <= limits.validationsMax) return looks
    throw tooLarge(
      name,
      `The workbook says in more than ${limits.validationsMax} places what may be typed into cells.`,
      'Take data validation away from cells that are no inputs.',
    )
  })
}

function stylesOf({ parts, relationships }: OpenedPackage): CellStyle[] {
  const part = relationships.find(({ type }) => type === 'styles')?.target
  if (part === undefined || parts.entry(part) === undefined) return []
  return readStyles(parts.text(part), part)
}

function readSheetLooks(
  text: string,
  part: string,
  sheet: string,
  known: readonly CellStyle[],
): SheetLooks {
  const scanner = new XmlScanner(text, part)
  const styles = new Map<string, CellStyle>()
  const validations: Validation[] = []
  // The format has its own below the sheet, extensions have theirs further down.
  while (scanner.next()) {
    if (scanner.kind !== 'open') continue
    if (scanner.name === 'dataValidations') validations.push(...readValidations(scanner))
    if (scanner.name !== 'c' || scanner.depth !== cellDepth) continue
    const style = known[Number(scanner.attribute('s') ?? 0)]
    const address = scanner.attribute('r')
    if (style !== undefined && address !== undefined) styles.set(address, style)
  }
  return { sheet, validations, styles }
}

/** Of a cell: below sheet, rows and row. */
const cellDepth = 4
