import type { Workbook } from '../workbook.ts'

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
): { readonly message: string; readonly fix: string } | null {
  const [file] = filesNamedIn(formula, links)
  if (file === undefined) return null
  return { message: `It refers to another file, ${file}.`, fix: copyIt }
}

export const copyIt =
  'Copy the needed values into this workbook and refer to them there; other files are never opened.'
