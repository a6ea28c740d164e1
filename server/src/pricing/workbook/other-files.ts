import {
  addressOf,
  copyIt,
  type UseOfOtherFile,
  type Workbook,
  type WorkbookProblem,
} from '@bindery/spreadsheet'
import { filesNamedIn } from '@bindery/spreadsheet/references'
import { comparePlaces } from '../../kernel/index.ts'

/** Enough to find them; the other uses are mostly in the same column. */
const usesListedMax = 10

/** Those that a price needs, one problem for each file. */
export function refuseUses(uses: readonly UseOfOtherFile[]): WorkbookProblem[] {
  const ordered = uses.toSorted((a, b) => comparePlaces(a.place, b.place))
  return [...Map.groupBy(ordered, ({ file }) => file)].map(([file, ofFile]) => ({
    place: ofFile[0]?.place ?? '',
    message: `Prices depend on another file, ${file}: ${listed(ofFile.map(sayUse), 'cells')}.`,
    fix: copyIt,
  }))
}

function sayUse({ place, what, through }: UseOfOtherFile): string {
  return through === null
    ? `${place} takes ${what}`
    : `${place} takes the name ${through}, which stands for ${what}`
}

/** The links of a workbook that prices: no price needs any of them, and they do no harm. */
export function warnOfLinks(workbook: Workbook): WorkbookProblem[] {
  const { links } = workbook
  const users = new Map<string, { cells: string[]; names: string[] }>(
    links.map((file) => [file, { cells: [], names: [] }]),
  )
  const usersOf = (file: string) =>
    users.getOrInsertComputed(file, () => ({ cells: [], names: [] }))
  for (const sheet of workbook.sheets) {
    for (const { row, column, formula } of sheet.cells) {
      if (formula === null) continue
      for (const file of filesNamedIn(formula, links)) {
        usersOf(file).cells.push(`${sheet.name}!${addressOf(row, column)}`)
      }
    }
  }
  for (const { name, formula } of workbook.names) {
    for (const file of filesNamedIn(formula, links)) usersOf(file).names.push(name)
  }
  return [...users].map(([file, { cells, names }]) => ({
    place: cells[0] ?? (names[0] === undefined ? '' : `name ${names[0]}`),
    message: `The workbook has a link to another file, ${file}, that no price needs: ${sayUsers(cells, names)}.`,
    fix: 'Break the link (Data, Edit Links, Break Link) so that nobody mistakes it for a source of prices.',
  }))
}

function sayUsers(cells: readonly string[], names: readonly string[]): string {
  const parts = [
    ...(cells.length === 0
      ? []
      : [`${listed(cells, 'cells')} ${cells.length === 1 ? 'uses' : 'use'} it`]),
    ...(names.length === 0
      ? []
      : [
          `the ${names.length === 1 ? 'name' : 'names'} ${listed(names, 'names')} ${names.length === 1 ? 'stands' : 'stand'} for something in it`,
        ]),
  ]
  return parts.length === 0 ? 'no cell and no name uses it' : parts.join(', and ')
}

function listed(things: readonly string[], noun: string): string {
  const further = things.length - usesListedMax
  if (further <= 0) return things.join(', ')
  return `${things.slice(0, usesListedMax).join(', ')} and ${further} further ${noun}`
}
