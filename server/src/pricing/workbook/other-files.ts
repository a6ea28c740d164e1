import { comparePlaces } from '../../kernel/index.ts'
import type { Workbook } from './workbook.ts'
import { addressOf } from './xlsx/cell-address.ts'
import type { WorkbookProblem } from './xlsx/workbook-problem.ts'

/** What a formula takes from another file, as people see it in their spreadsheet program. */
export interface TakenElsewhere {
  /** The other file, by its name or path. */
  readonly file: string
  /** What is taken from there, such as `Rates!$B$2` or a name that is defined there. */
  readonly what: string
}

/** A cell that takes something from another file, itself or through a name. */
export interface UseOfOtherFile extends TakenElsewhere {
  /** Such as `Calc!B12`. */
  readonly place: string
  /** The name through which it is taken; null where the formula says so itself. */
  readonly through: string | null
}

/**
 * A reference into another file: `[1]Rates!$B$2`, `'[1]My rates'!B2` or `[1]!base_rate`, where the
 * number counts the links of the file. Some programs write the name of the file itself.
 */
const outside = String.raw`'([^'[\]]{0,400})\[([^[\]']{1,300})\]((?:[^'[\]]|''){0,80})'!|\[([^[\]]{1,300})\]([^\s'!()[\],;{}"]{0,80})!`
const beginsOutside = new RegExp(`^(?:${outside})`)
const anywhereOutside = new RegExp(outside, 'g')
const quotedText = /"[^"]*"/g

/** What a reference takes from another file; null where it stays in this one. */
export function takenElsewhere(reference: string, links: Workbook['links']): TakenElsewhere | null {
  const match = beginsOutside.exec(reference)
  if (match === null) return null
  const sheet = match[3] ?? match[5] ?? ''
  const inside = reference.slice(match[0].length)
  return { file: fileOf(match, links), what: sheet === '' ? inside : `${sheet}!${inside}` }
}

/** The other files that a formula names, whether or not it can be read. */
export function filesNamedIn(formula: string, links: Workbook['links']): string[] {
  if (!formula.includes('[')) return []
  const found = formula.replaceAll(quotedText, '""').matchAll(anywhereOutside)
  return [...new Set([...found].map((match) => fileOf(match, links)))]
}

function fileOf(
  [, path = '', quoted, , plain]: readonly string[],
  links: Workbook['links'],
): string {
  const label = quoted ?? plain ?? ''
  if (!/^\d+$/.test(label)) return `${path}${label}`
  return links[Number(label) - 1] ?? `link ${label}`
}

/** What to say of a formula that names other files and cannot be read; null where it names none. */
export function unreadableLink(
  formula: string,
  links: Workbook['links'],
): { readonly message: string; readonly mend: string } | null {
  const [file] = filesNamedIn(formula, links)
  if (file === undefined) return null
  return { message: `It takes something from another file, ${file}.`, mend: copyIt }
}

const copyIt =
  'Copy the values that are needed into this workbook and let the formulas take them there; pricing opens no other files.'

/** Enough to find them; whoever mends one looks for the others of its column. */
const usesListedMax = 10

/** Those that a price needs, one problem for each file. */
export function refuseUses(uses: readonly UseOfOtherFile[]): WorkbookProblem[] {
  const ordered = uses.toSorted((a, b) => comparePlaces(a.place, b.place))
  return [...Map.groupBy(ordered, ({ file }) => file)].map(([file, ofFile]) => ({
    place: ofFile[0]?.place ?? '',
    message: `Prices need what is in another file, ${file}: ${listed(ofFile.map(sayUse), 'cells')}.`,
    mend: copyIt,
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
    mend: 'Break the link (Data, Edit Links, Break Link) so that nobody takes it for a source of prices.',
  }))
}

function sayUsers(cells: readonly string[], names: readonly string[]): string {
  const told = [
    ...(cells.length === 0
      ? []
      : [`${listed(cells, 'cells')} ${cells.length === 1 ? 'uses' : 'use'} it`]),
    ...(names.length === 0
      ? []
      : [
          `the ${names.length === 1 ? 'name' : 'names'} ${listed(names, 'names')} ${names.length === 1 ? 'stands' : 'stand'} for something in it`,
        ]),
  ]
  return told.length === 0 ? 'no cell and no name uses it' : told.join(', and ')
}

function listed(things: readonly string[], noun: string): string {
  const further = things.length - usesListedMax
  if (further <= 0) return things.join(', ')
  return `${things.slice(0, usesListedMax).join(', ')} and ${further} further ${noun}`
}
