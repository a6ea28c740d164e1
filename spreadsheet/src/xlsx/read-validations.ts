import {
  type CellRange,
  type Validation,
  type ValidationKind,
  validationKinds,
  type ValidationOperator,
  validationOperators,
} from '../looks.ts'
import { parseAddress } from './cell-address.ts'
import { unescapeText } from './text.ts'
import type { XmlScanner } from './xml-scanner.ts'

/** Reads what stands below `dataValidations`, of the format itself or of an extension (`x14`). */
export function readValidations(scanner: XmlScanner): Validation[] {
  const { depth } = scanner
  const found: Validation[] = []
  while (scanner.nextChild(depth)) {
    if (scanner.name === 'dataValidation') found.push(readValidation(scanner))
  }
  return found
}

function readValidation(scanner: XmlScanner): Validation {
  const { depth } = scanner
  const common = {
    kind: kindOf(scanner),
    operator: operatorOf(scanner),
    isStrict: isOn(scanner.attribute('showErrorMessage')) && isStop(scanner),
    promptTitle: unescapeText(scanner.attribute('promptTitle') ?? ''),
    prompt: unescapeText(scanner.attribute('prompt') ?? ''),
  }
  let places = scanner.attribute('sqref') ?? ''
  let formula1 = ''
  let formula2 = ''
  let entries: string[] | null = null
  // Excel wraps lists whose entries hold commas twice, for itself and for programs that know less.
  while (scanner.next()) {
    if (scanner.kind === 'close' && scanner.depth < depth) break
    if (scanner.kind !== 'open') continue
    if (scanner.name === 'list') entries = splitEntries(scanner.content())
    else if (scanner.name === 'formula1') formula1 = readFormula(scanner)
    else if (scanner.name === 'formula2') formula2 = readFormula(scanner)
    else if (scanner.name === 'sqref') places = scanner.content()
  }
  return { ...common, formula1, formula2, entries, ranges: readRanges(places) }
}

/** The text of a formula, which an extension puts into a tag `f` of its own. */
function readFormula(scanner: XmlScanner): string {
  const { depth, end, text } = scanner
  const hasTag = !scanner.isEmpty && /^\s*<[^/!]/.test(text.slice(end, end + tagRoom))
  let formula = ''
  if (!hasTag) formula = scanner.content()
  else while (scanner.nextChild(depth)) if (scanner.name === 'f') formula += scanner.content()
  return formula.trim().replace(/^=/, '')
}

/** Blanks before a tag that are looked past. */
const tagRoom = 200

function kindOf(scanner: XmlScanner): ValidationKind {
  const written = scanner.attribute('type') ?? 'none'
  const kind = validationKinds.find((known) => known === written)
  if (kind === undefined) throw scanner.fail(`a data validation is of the unknown type ${written}`)
  return kind
}

function operatorOf(scanner: XmlScanner): ValidationOperator {
  const written = scanner.attribute('operator') ?? 'between'
  const operator = validationOperators.find((known) => known === written)
  if (operator !== undefined) return operator
  throw scanner.fail(`a data validation has the unknown operator ${written}`)
}

function isOn(written: string | undefined): boolean {
  return /^(1|true|on)$/.test(written ?? '')
}

function isStop(scanner: XmlScanner): boolean {
  return (scanner.attribute('errorStyle') ?? 'stop') === 'stop'
}

/** `C7 C9:D12`; what is no range of cells holds for none. */
function readRanges(text: string): CellRange[] {
  return text.split(/\s+/).flatMap((written) => {
    const [from = '', to = from] = written.replaceAll('$', '').split(':')
    const first = parseAddress(from)
    const last = parseAddress(to)
    if (first === null || last === null) return []
    return [{ top: first.row, left: first.column, bottom: last.row, right: last.column }]
  })
}

/** Entries between commas; one in quotes may hold commas, and quotes twice. */
export function splitEntries(text: string): string[] {
  const entries: string[] = []
  for (const [, quoted, plain] of text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*|([^,]*))(?:,|$)/g)) {
    entries.push((quoted?.replaceAll('""', '"') ?? plain ?? '').trim())
  }
  return entries.filter((entry) => entry !== '')
}
