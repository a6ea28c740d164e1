import type { DefinedName, Sheet, Table, Workbook } from '../workbook.ts'
import { Budget } from './budget.ts'
import { type WorkbookLimits, workbookLimits } from './limits.ts'
import { type OpenedPackage, openPackage } from './open-package.ts'
import { readLinks } from './read-links.ts'
import { readSharedStrings } from './read-shared-strings.ts'
import { readSheet } from './read-sheet.ts'
import { readTablePart } from './read-table-part.ts'
import { readWorkbookPart, type WorkbookPart } from './read-workbook-part.ts'
import { damaged, UnreadableWorkbook, type WorkbookProblem } from './workbook-problem.ts'

export type ParseWorkbookResult =
  | { readonly ok: true; readonly workbook: Workbook }
  | { readonly ok: false; readonly problems: readonly WorkbookProblem[] }

/** Reads an xlsx file at once. */
export function parseWorkbook(
  bytes: Uint8Array,
  limits: WorkbookLimits = workbookLimits,
): ParseWorkbookResult {
  try {
    return { ok: true, workbook: parse(bytes, limits) }
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return { ok: false, problems: [error.problem] }
    throw error
  }
}

function parse(bytes: Uint8Array, limits: WorkbookLimits): Workbook {
  const opened = openPackage(bytes, limits)
  const listed = readWorkbookPart(
    opened.parts.text(opened.workbookPart),
    opened.workbookPart,
    limits,
  )
  const sheetParts = findSheets(opened, listed)
  const sharedStrings = sharedStringsOf(opened, limits)
  const budget = new Budget(limits)
  const sheets: Sheet[] = []
  const tables: Table[] = []
  for (const { name, part } of sheetParts) {
    const text = opened.parts.text(part)
    const { countsFrom1904 } = listed
    sheets.push(readSheet({ name, part, text, sharedStrings, countsFrom1904 }, budget))
    for (const { type, target } of opened.parts.relationships(part)) {
      if (type !== 'table') continue
      tables.push(readTablePart(opened.parts.text(target), target, name))
    }
  }
  return {
    sheets,
    names: namesOf(listed),
    tables,
    links: readLinks(opened, listed),
    countsFrom1904: listed.countsFrom1904,
  }
}

export interface SheetPart {
  readonly name: string
  readonly part: string
}

/** The sheets with cells, in their order; charts that fill a whole sheet have none. */
export function findSheets(
  { relationships }: OpenedPackage,
  { sheets }: Pick<WorkbookPart, 'sheets'>,
): SheetPart[] {
  const found: SheetPart[] = []
  const seen = new Set<string>()
  for (const { name, relationshipId } of sheets) {
    const relationship = relationships.find(({ id }) => id === relationshipId)
    if (relationship === undefined) throw damaged(name, 'a sheet is missing')
    if (relationship.type === 'chartsheet') continue
    if (seen.has(name.toLowerCase())) throw damaged(name, 'two sheets have the same name')
    seen.add(name.toLowerCase())
    found.push({ name, part: relationship.target })
  }
  if (found.length > 0) return found
  throw new UnreadableWorkbook('', 'The workbook has only charts.', 'Add a sheet with cells.')
}

function sharedStringsOf({ parts, relationships }: OpenedPackage, limits: WorkbookLimits) {
  const part = relationships.find(({ type }) => type === 'sharedStrings')?.target
  return part === undefined ? [] : readSharedStrings(parts.text(part), part, limits)
}

function namesOf({ names, sheets }: WorkbookPart): DefinedName[] {
  return names.flatMap(({ name, formula, sheetIndex }) => {
    // Print areas and filters are kept among the names, but mean nothing to a formula.
    if (/^_xlnm\./i.test(name) || name === '') return []
    const sheet = sheetIndex === null ? null : (sheets[sheetIndex]?.name ?? null)
    return [{ name, formula, sheet }]
  })
}
