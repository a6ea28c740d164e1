import { applyEdits, type Edit } from './edits.ts'
import type { OpenedPackage } from './open-package.ts'
import { escapeXml } from './text.ts'
import { XmlScanner } from './xml-scanner.ts'

/** A sheet to be added, and names for cells of the whole workbook. */
export interface AddedSheet {
  readonly name: string
  /** What stands inside `<sheetData>`. */
  readonly rows: string
  readonly names: readonly { readonly name: string; readonly formula: string }[]
}

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'
const mainSpace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationshipSpace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationshipId = 'rIdBindery'

/** The parts of a file that change when a sheet and names are added to it, by their names. */
export function addSheet(opened: OpenedPackage, added: AddedSheet): Map<string, Uint8Array> {
  const { parts, workbookPart } = opened
  const folder = workbookPart.slice(0, workbookPart.lastIndexOf('/') + 1)
  const part = unusedPart(opened, `${folder}worksheets/bindery`)
  const changes = new Map<string, Uint8Array>()
  const change = (name: string, text: string) =>
    changes.set(parts.entry(name)?.name ?? name, Buffer.from(text))
  change(workbookPart, addToWorkbook(parts.text(workbookPart), workbookPart, added))
  const relationships = `${folder}_rels/${workbookPart.slice(folder.length)}.rels`
  const target = `/${part}`
  const tag = `<Relationship Id="${relationshipId}" Type="${relationshipSpace}/worksheet" Target="${target}"/>`
  change(relationships, appendTo(parts.text(relationships), relationships, tag))
  const types = '[Content_Types].xml'
  const override = `<Override PartName="/${part}" ContentType="${sheetType}"/>`
  change(types, appendTo(parts.text(types), types, override))
  change(
    part,
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${mainSpace}"><sheetData>${added.rows}</sheetData></worksheet>`,
  )
  return changes
}

function unusedPart({ parts }: OpenedPackage, stem: string): string {
  let name = `${stem}.xml`
  for (let number = 2; parts.entry(name) !== undefined; number++) name = `${stem}${number}.xml`
  return name
}

/** Puts a tag before the end of the outermost element. */
function appendTo(text: string, part: string, tag: string): string {
  const scanner = new XmlScanner(text, part)
  if (!scanner.nextChild(0)) throw scanner.fail('a part is empty')
  const { start, name } = scanner
  const prefix = text.slice(start + 1, text.indexOf(name, start))
  const prefixed = tag.replace(/^</, `<${prefix}`)
  if (scanner.isEmpty) {
    const edit = {
      start: scanner.end - 2,
      end: scanner.end,
      text: `>${prefixed}</${prefix}${name}>`,
    }
    return applyEdits(text, [edit])
  }
  scanner.content()
  const at = text.lastIndexOf('<', scanner.end - 1)
  return applyEdits(text, [{ start: at, end: at, text: prefixed }])
}

/** Elements after which names stand, in the order that the format prescribes. */
const beforeNames = ['sheets', 'functionGroups', 'externalReferences']

function addToWorkbook(text: string, part: string, { name, names }: AddedSheet): string {
  const scanner = new XmlScanner(text, part)
  const edits: Edit[] = []
  if (!scanner.nextChild(0)) throw scanner.fail('the workbook is empty')
  const prefix = text.slice(scanner.start + 1, text.indexOf(scanner.name, scanner.start))
  const tags = names
    .map(
      (one) =>
        `<${prefix}definedName name="${escapeXml(one.name)}">${escapeXml(one.formula)}</${prefix}definedName>`,
    )
    .join('')
  let after = 0
  let isNamed = false
  while (scanner.nextChild(1)) {
    const { name: element, end: openEnd, isEmpty } = scanner
    if (element === 'sheets') edits.push(newSheet(scanner, name, prefix))
    else scanner.content()
    if (beforeNames.includes(element)) after = scanner.end
    if (element !== 'definedNames') continue
    isNamed = true
    const close = text.lastIndexOf('<', scanner.end - 1)
    edits.push(
      isEmpty
        ? { start: openEnd - 2, end: openEnd, text: `>${tags}</${prefix}definedNames>` }
        : { start: close, end: close, text: tags },
    )
  }
  if (!isNamed) {
    const whole = `<${prefix}definedNames>${tags}</${prefix}definedNames>`
    edits.push({ start: after, end: after, text: whole })
  }
  return applyEdits(
    text,
    edits.toSorted((a, b) => a.start - b.start),
  )
}

/** After the other sheets, with a number that none of them has. */
function newSheet(scanner: XmlScanner, name: string, prefix: string): Edit {
  let number = 0
  let idAttribute = 'r:id'
  while (scanner.nextChild(2)) {
    number = Math.max(number, Number(scanner.attribute('sheetId') ?? 0))
    const found = scanner.attributes().find((attribute) => attribute.name.endsWith(':id'))
    idAttribute = found?.name ?? idAttribute
  }
  const at = scanner.text.lastIndexOf('<', scanner.end - 1)
  const text = `<${prefix}sheet name="${escapeXml(name)}" sheetId="${number + 1}" ${idAttribute}="${relationshipId}"/>`
  return { start: at, end: at, text }
}
