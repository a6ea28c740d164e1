import type { WorkbookLimits } from './limits.ts'
import { tooLarge, UnreadableWorkbook } from './workbook-problem.ts'
import { XmlScanner } from './xml-scanner.ts'

/** What the part that lists the sheets says, before any sheet is read. */
export interface WorkbookPart {
  readonly sheets: readonly { readonly name: string; readonly relationshipId: string }[]
  readonly names: readonly ListedName[]
  /** The relationships of the links to other files, in the order in which formulas count them. */
  readonly linkIds: readonly string[]
  readonly countsFrom1904: boolean
}

export interface ListedName {
  readonly name: string
  readonly formula: string
  /** The position of the sheet it is known in, or null for the whole workbook. */
  readonly sheetIndex: number | null
}

export function readWorkbookPart(text: string, part: string, limits: WorkbookLimits): WorkbookPart {
  const scanner = new XmlScanner(text, part)
  const sheets: { name: string; relationshipId: string }[] = []
  const names: ListedName[] = []
  const linkIds: string[] = []
  let countsFrom1904 = false
  if (!scanner.nextChild(0)) throw scanner.fail('the workbook is empty')
  while (scanner.nextChild(1)) {
    if (scanner.name === 'workbookPr') {
      countsFrom1904 = /^(1|true|on)$/.test(scanner.attribute('date1904') ?? '')
    } else if (scanner.name === 'sheets') {
      while (scanner.nextChild(2)) sheets.push(sheetOf(scanner))
    } else if (scanner.name === 'externalReferences') {
      while (scanner.nextChild(2)) linkIds.push(scanner.prefixedAttribute('id') ?? '')
    } else if (scanner.name === 'definedNames') {
      while (scanner.nextChild(2)) names.push(nameOf(scanner))
    }
  }
  limit(part, 'sheets', sheets.length, limits.sheetsMax)
  limit(part, 'names', names.length, limits.namesMax)
  limit(part, 'links to other files', linkIds.length, limits.linksMax)
  if (sheets.length > 0) return { sheets, names, linkIds, countsFrom1904 }
  throw new UnreadableWorkbook(part, 'The workbook has no sheets.', 'Add a sheet with cells.')
}

function sheetOf(scanner: XmlScanner): { name: string; relationshipId: string } {
  return {
    name: scanner.attribute('name') ?? '',
    relationshipId: scanner.prefixedAttribute('id') ?? '',
  }
}

function nameOf(scanner: XmlScanner): ListedName {
  const name = scanner.attribute('name') ?? ''
  const index = scanner.attribute('localSheetId')
  const formula = scanner.content().trim().replace(/^=/, '')
  return { name, formula, sheetIndex: index === undefined ? null : Number(index) }
}

function limit(part: string, what: string, count: number, max: number): void {
  if (count <= max) return
  throw tooLarge(
    part,
    `The workbook has ${count} ${what}; at most ${max} are allowed.`,
    'Delete those that the results do not need.',
  )
}
