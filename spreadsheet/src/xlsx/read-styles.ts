import type { CellStyle } from '../looks.ts'
import { XmlScanner } from './xml-scanner.ts'

/** The styles of a file in the order in which cells number them. */
export function readStyles(text: string, part: string): CellStyle[] {
  const scanner = new XmlScanner(text, part)
  const formats = new Map<string, string>()
  const fills: (string | null)[] = []
  const bases: WrittenStyle[] = []
  const written: WrittenStyle[] = []
  const builtIns = new Map<string, number>()
  if (!scanner.nextChild(0)) throw scanner.fail('the styles are empty')
  while (scanner.nextChild(1)) {
    const { name } = scanner
    if (name === 'numFmts') readFormats(scanner, formats)
    else if (name === 'fills') while (scanner.nextChild(2)) fills.push(readFill(scanner))
    else if (name === 'cellStyleXfs') while (scanner.nextChild(2)) bases.push(readXf(scanner))
    else if (name === 'cellXfs') while (scanner.nextChild(2)) written.push(readXf(scanner))
    else if (name === 'cellStyles') readNames(scanner, builtIns)
  }
  return written.map(({ format, fill, base, isUnlocked }) => ({
    format: formats.get(format) ?? builtInFormats.get(format) ?? 'General',
    isUnlocked,
    fill: fills[Number(fill)] ?? null,
    builtIn: builtIns.get(base) ?? null,
  }))
}

interface WrittenStyle {
  readonly format: string
  readonly fill: string
  readonly base: string
  readonly isUnlocked: boolean
}

function readFormats(scanner: XmlScanner, formats: Map<string, string>): void {
  while (scanner.nextChild(2)) {
    formats.set(scanner.attribute('numFmtId') ?? '', scanner.attribute('formatCode') ?? 'General')
  }
}

/** A plain fill by its colour; patterns and the two fills that every file begins with are none. */
function readFill(scanner: XmlScanner): string | null {
  const { depth } = scanner
  let fill: string | null = null
  let isPlain = false
  while (scanner.next()) {
    if (scanner.kind === 'close' && scanner.depth < depth) break
    if (scanner.kind !== 'open') continue
    if (scanner.name === 'patternFill') isPlain = scanner.attribute('patternType') === 'solid'
    else if (scanner.name === 'fgColor' && isPlain) fill = colourOf(scanner)
  }
  return fill
}

function colourOf(scanner: XmlScanner): string | null {
  const theme = scanner.attribute('theme')
  if (theme !== undefined) return `theme ${theme} ${scanner.attribute('tint') ?? '0'}`
  return scanner.attribute('rgb') ?? scanner.attribute('indexed') ?? null
}

function readXf(scanner: XmlScanner): WrittenStyle {
  const { depth } = scanner
  const style = {
    format: scanner.attribute('numFmtId') ?? '0',
    fill: scanner.attribute('fillId') ?? '0',
    base: scanner.attribute('xfId') ?? '',
  }
  let isUnlocked = false
  while (scanner.nextChild(depth)) {
    if (scanner.name === 'protection') {
      isUnlocked = /^(0|false|off)$/.test(scanner.attribute('locked') ?? '')
    }
  }
  return { ...style, isUnlocked }
}

/** Which of the styles that cells build on are Excel's own. */
function readNames(scanner: XmlScanner, builtIns: Map<string, number>): void {
  while (scanner.nextChild(2)) {
    const number = Number(scanner.attribute('builtinId') ?? Number.NaN)
    if (Number.isInteger(number)) builtIns.set(scanner.attribute('xfId') ?? '', number)
  }
}

/** Formats that files name by number alone. */
const builtInFormats: ReadonlyMap<string, string> = new Map([
  ['1', '0'],
  ['2', '0.00'],
  ['3', '#,##0'],
  ['4', '#,##0.00'],
  ['5', '"$"#,##0'],
  ['6', '"$"#,##0'],
  ['7', '"$"#,##0.00'],
  ['8', '"$"#,##0.00'],
  ['9', '0%'],
  ['10', '0.00%'],
  ['11', '0.00E+00'],
  ['14', 'yyyy-mm-dd'],
  ['15', 'd-mmm-yy'],
  ['16', 'd-mmm'],
  ['17', 'mmm-yy'],
  ['18', 'h:mm AM/PM'],
  ['19', 'h:mm:ss AM/PM'],
  ['20', 'h:mm'],
  ['21', 'h:mm:ss'],
  ['22', 'yyyy-mm-dd h:mm'],
  ['37', '#,##0'],
  ['38', '#,##0'],
  ['39', '#,##0.00'],
  ['40', '#,##0.00'],
  ['44', '"$"#,##0.00'],
  ['49', '@'],
])
