import type { WorkbookLimits } from './limits.ts'
import { Package, type Relationship } from './package.ts'
import { UnreadableWorkbook } from './workbook-problem.ts'
import { mebibytes, readZipDirectory } from './zip-directory.ts'

export interface OpenedPackage {
  readonly parts: Package
  /** The name of the part that lists the sheets. */
  readonly workbookPart: string
  readonly relationships: readonly Relationship[]
}

/** Opens an xlsx file as far as its list of parts; says plainly what else a file is. */
export function openPackage(bytes: Uint8Array, limits: WorkbookLimits): OpenedPackage {
  if (bytes.length > limits.fileBytesMax) {
    throw new UnreadableWorkbook(
      '',
      `The file is larger than ${mebibytes(limits.fileBytesMax)} MiB.`,
      'Take pictures and unused sheets out; large lists belong in a dataset.',
    )
  }
  refuseOtherFiles(bytes)
  const parts = new Package(bytes, readZipDirectory(bytes, limits))
  refuseOtherPackages(parts)
  const root = parts.relationships('').find(({ type }) => type === 'officeDocument')
  const workbookPart = root?.target ?? 'xl/workbook.xml'
  if (parts.entry(workbookPart) === undefined) {
    throw new UnreadableWorkbook('', 'The file is a zip archive, not a workbook.', saveAsXlsx)
  }
  if (workbookPart.toLowerCase().endsWith('.bin')) {
    throw new UnreadableWorkbook('', 'The file is a binary workbook (.xlsb).', saveAsXlsx)
  }
  const relationships = parts.relationships(workbookPart)
  refuseMacros(parts, relationships)
  return { parts, workbookPart, relationships }
}

const saveAsXlsx = 'Save it in a spreadsheet program as .xlsx (Excel workbook).'
const zipStart = [0x50, 0x4b]
const compoundStart = [0xd0, 0xcf, 0x11, 0xe0]

function refuseOtherFiles(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new UnreadableWorkbook('', 'The file is empty.', saveAsXlsx)
  if (beginsWith(bytes, compoundStart)) {
    const isEncrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
      Buffer.from('EncryptedPackage', 'utf16le'),
    )
    throw isEncrypted
      ? new UnreadableWorkbook(
          '',
          'The file is protected by a password.',
          'Save it without a password.',
        )
      : new UnreadableWorkbook('', 'The file is of the old format .xls.', saveAsXlsx)
  }
  if (!beginsWith(bytes, zipStart)) {
    throw new UnreadableWorkbook('', 'The file is not an .xlsx workbook.', saveAsXlsx)
  }
}

function beginsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte)
}

function refuseOtherPackages(parts: Package): void {
  const mimetype = parts.entry('mimetype')
  if (mimetype !== undefined && parts.entry('content.xml') !== undefined) {
    throw new UnreadableWorkbook('', 'The file is an OpenDocument, not an .xlsx.', saveAsXlsx)
  }
}

function refuseMacros(parts: Package, relationships: readonly Relationship[]): void {
  const program =
    parts.entries.find(({ name }) => /(^|\/)vbaProject\.bin$/i.test(name))?.name ??
    relationships.find(({ type }) => /vbaProject|macrosheet|dialogsheet/i.test(type))?.target
  if (program === undefined) return
  throw new UnreadableWorkbook(
    program,
    'The workbook has macros, and macros are never run.',
    'Replace the macros with formulas and save the workbook as .xlsx.',
  )
}
