import { type Zippable, zipSync } from 'fflate'

/** The parts of a workbook by name, as text or bytes. */
export type XlsxParts = Record<string, string | Uint8Array>

export interface XlsxSource {
  /** Sheets by name; each is what stands inside `<sheetData>`, or the whole part. */
  readonly sheets: Readonly<Record<string, string>>
  /** What stands inside `<sst>`. */
  readonly sharedStrings?: string
  /** What stands in the workbook part after its sheets. */
  readonly afterSheets?: string
  readonly countsFrom1904?: boolean
  /** What stands inside `<styleSheet>`. */
  readonly styles?: string
  /** Other files that it has links to, as the targets of their relationships. */
  readonly links?: readonly string[]
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'

/** The parts of a small workbook, written as Excel writes them, for tests that spoil one of them. */
export function xlsxParts(source: XlsxSource): XlsxParts {
  const names = Object.keys(source.sheets)
  const sheetTags = names.map(
    (name, index) =>
      `<sheet name="${escape(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const relationships = names.map((_, index) =>
    relationship(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  )
  const links = (source.links ?? []).map((target, index) => ({ target, number: index + 1 }))
  const linkTags = links.map(({ number }) => `<externalReference r:id="rId${100 + number}"/>`)
  const externalReferences =
    links.length === 0 ? '' : `<externalReferences>${linkTags.join('')}</externalReferences>`
  const parts: XlsxParts = {
    '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relationshipsPart([relationship(1, 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${source.countsFrom1904 === true ? ' date1904="1"' : ''}/><sheets>${sheetTags.join('')}</sheets>${externalReferences}${source.afterSheets ?? ''}</workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsPart([
      ...relationships,
      relationship(90, 'sharedStrings', 'sharedStrings.xml'),
      ...(source.styles === undefined ? [] : [relationship(91, 'styles', 'styles.xml')]),
      ...links.map(({ number }) =>
        relationship(100 + number, 'externalLink', `externalLinks/externalLink${number}.xml`),
      ),
    ]),
    'xl/sharedStrings.xml': `${declaration}<sst xmlns="${main}">${source.sharedStrings ?? ''}</sst>`,
  }
  if (source.styles !== undefined) {
    parts['xl/styles.xml'] =
      `${declaration}<styleSheet xmlns="${main}">${source.styles}</styleSheet>`
  }
  for (const { target, number } of links) {
    const part = `externalLink${number}.xml`
    parts[`xl/externalLinks/${part}`] =
      `${declaration}<externalLink xmlns="${main}"><externalBook xmlns:r="${office}" r:id="rId1"><sheetNames><sheetName val="Rates"/></sheetNames></externalBook></externalLink>`
    parts[`xl/externalLinks/_rels/${part}.rels`] = relationshipsPart([
      relationship(1, 'externalLinkPath', target, ' TargetMode="External"'),
    ])
  }
  for (const [index, name] of names.entries()) {
    const body = source.sheets[name] ?? ''
    parts[`xl/worksheets/sheet${index + 1}.xml`] = body.includes('<worksheet')
      ? body
      : `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}"><sheetData>${body}</sheetData></worksheet>`
  }
  return parts
}

export function relationship(id: number, type: string, target: string, mode = ''): string {
  return `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"${mode}/>`
}

export function relationshipsPart(relationships: readonly string[]): string {
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships.join('')}</Relationships>`
}

export function zipParts(parts: XlsxParts): Uint8Array {
  const files: Zippable = {}
  for (const [name, content] of Object.entries(parts)) {
    files[name] = typeof content === 'string' ? new TextEncoder().encode(content) : content
  }
  return zipSync(files, { mtime: new Date('2027-01-01T00:00:00Z') })
}

export function buildXlsx(source: XlsxSource): Uint8Array {
  return zipParts(xlsxParts(source))
}

/** A cell's value, or its formula (a text that begins with =); a list adds what was saved with it, and its style. */
export type GivenCell = string | number | boolean | StyledCell

type Plain = string | number | boolean
type StyledCell = readonly [content: Plain | null, saved: Plain | null, style?: number]

/** Rows of plain values and formulas (texts that begin with =) as the XML of a sheet. */
export function sheetOf(cells: Readonly<Record<string, GivenCell>>): string {
  const byRow = Map.groupBy(Object.entries(cells), ([address]) =>
    Number(address.replace(/\D/g, '')),
  )
  return [...byRow]
    .toSorted(([a], [b]) => a - b)
    .map(([row, entries]) => {
      const ordered = entries.toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
      return `<row r="${row}">${ordered.map(([address, value]) => cellOf(address, value)).join('')}</row>`
    })
    .join('')
}

function cellOf(address: string, given: GivenCell): string {
  const [value, saved, style = 0]: StyledCell = typeof given === 'object' ? given : [given, null]
  const at = `r="${address}"${style === 0 ? '' : ` s="${style}"`}`
  if (typeof value === 'number') return `<c ${at}><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c ${at} t="b"><v>${value ? 1 : 0}</v></c>`
  if (value === null) return `<c ${at}/>`
  if (!value.startsWith('=')) {
    return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`
  }
  const formula = `<f>${escape(value.slice(1))}</f>`
  if (saved === null) return `<c ${at}>${formula}</c>`
  if (typeof saved === 'string') return `<c ${at} t="str">${formula}<v>${escape(saved)}</v></c>`
  if (typeof saved === 'boolean') return `<c ${at} t="b">${formula}<v>${saved ? 1 : 0}</v></c>`
  return `<c ${at}>${formula}<v>${saved}</v></c>`
}

/** A whole sheet: its cells, and what stands below them, such as data validation. */
export function sheetPart(cells: Readonly<Record<string, GivenCell>>, below = ''): string {
  return `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}"><sheetData>${sheetOf(cells)}</sheetData>${below}</worksheet>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
