import type { WorkbookLimits } from './limits.ts'
import { damaged, tooLarge, UnreadableWorkbook } from './workbook-problem.ts'

/** A packed file, as the directory at the end of the zip describes it; its place is checked. */
export interface ZipEntry {
  readonly name: string
  readonly method: 0 | 8
  readonly crc: number
  readonly packedBytes: number
  readonly inflatedBytes: number
  readonly headerStart: number
  readonly dataStart: number
  /** The bytes of its record in the directory. */
  readonly record: Uint8Array
}

const endSignature = 0x06054b50
const end64Signature = 0x06064b50
const end64LocatorSignature = 0x07064b50
const recordSignature = 0x02014b50
const headerSignature = 0x04034b50
const endBytes = 22
const recordBytes = 46
const headerBytes = 30
const commentBytesMax = 65_535
const ratioMattersFromBytes = 1024 * 1024

/**
 * Reads the directory of a zip and refuses whatever would hurt to unpack, before anything is:
 * too many parts, too large, packed absurdly tight, or parts that lie over one another.
 */
export function readZipDirectory(bytes: Uint8Array, limits: WorkbookLimits): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const { count, start } = readEnd(view, end)
  if (count > limits.zipEntriesMax) {
    throw tooLarge(
      '',
      `The file has ${count} parts; at most ${limits.zipEntriesMax} are allowed.`,
      'Take pictures and unused sheets out.',
    )
  }
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  let at = start
  for (let index = 0; index < count; index++) {
    const entry = readRecord(view, bytes, at, start)
    // Two parts of one name would let two programs read two different workbooks from one file.
    if (names.has(entry.name.toLowerCase())) throw damaged(entry.name, 'a part is there twice')
    names.add(entry.name.toLowerCase())
    entries.push(entry)
    at += entry.record.length
  }
  checkSizes(entries, limits)
  checkPlaces(entries)
  return entries
}

function findEnd(view: DataView): number {
  const last = view.byteLength - endBytes
  for (let at = last; at >= Math.max(0, last - commentBytesMax); at--) {
    if (view.getUint32(at, true) === endSignature) return at
  }
  throw damaged('', 'it is cut off, for its end is missing')
}

function readEnd(view: DataView, end: number): { count: number; start: number } {
  const count = view.getUint16(end + 10, true)
  const start = view.getUint32(end + 16, true)
  if (count !== 0xffff && start !== 0xffffffff) return { count, start }
  const locator = end - 20
  if (locator < 0 || view.getUint32(locator, true) !== end64LocatorSignature) {
    return { count, start }
  }
  const at = large(view, locator + 8)
  if (at + 56 > view.byteLength || view.getUint32(at, true) !== end64Signature) {
    throw damaged('', 'its directory cannot be found')
  }
  return { count: large(view, at + 32), start: large(view, at + 48) }
}

function readRecord(
  view: DataView,
  bytes: Uint8Array,
  at: number,
  directoryStart: number,
): ZipEntry {
  if (at + recordBytes > bytes.length || view.getUint32(at, true) !== recordSignature) {
    throw damaged('', 'its directory is broken')
  }
  const flags = view.getUint16(at + 8, true)
  const method = view.getUint16(at + 10, true)
  const nameBytes = view.getUint16(at + 28, true)
  const extraBytes = view.getUint16(at + 30, true)
  const length = recordBytes + nameBytes + extraBytes + view.getUint16(at + 32, true)
  if (at + length > bytes.length) throw damaged('', 'its directory is cut off')
  const name = partName(bytes.subarray(at + recordBytes, at + recordBytes + nameBytes))
  if ((flags & 1) !== 0) {
    throw new UnreadableWorkbook(
      name,
      'The file is protected by a password.',
      'Save it without a password.',
    )
  }
  if (method !== 0 && method !== 8) throw damaged(name, `it is packed by unknown method ${method}`)
  const sizes = readSizes(view, at, at + recordBytes + nameBytes, extraBytes)
  const dataStart = readHeader(view, bytes, name, sizes.headerStart)
  if (dataStart + sizes.packedBytes > directoryStart) throw damaged(name, 'a part is cut off')
  if (method === 0 && sizes.packedBytes !== sizes.inflatedBytes) {
    throw damaged(name, 'the sizes of a part disagree')
  }
  return {
    name,
    method,
    crc: view.getUint32(at + 16, true),
    ...sizes,
    dataStart,
    record: bytes.subarray(at, at + length),
  }
}

interface Sizes {
  readonly packedBytes: number
  readonly inflatedBytes: number
  readonly headerStart: number
}

/** Sizes too large for their fields stand in an extra field; some programs always put them there. */
function readSizes(view: DataView, at: number, extraStart: number, extraBytes: number): Sizes {
  const sizes = {
    inflatedBytes: view.getUint32(at + 24, true),
    packedBytes: view.getUint32(at + 20, true),
    headerStart: view.getUint32(at + 42, true),
  }
  const extraEnd = extraStart + extraBytes
  for (let field = extraStart; field + 4 <= extraEnd;) {
    const fieldEnd = field + 4 + view.getUint16(field + 2, true)
    if (view.getUint16(field, true) === 1) {
      let next = field + 4
      for (const key of ['inflatedBytes', 'packedBytes', 'headerStart'] as const) {
        if (sizes[key] !== 0xffffffff || next + 8 > Math.min(fieldEnd, extraEnd)) continue
        sizes[key] = large(view, next)
        next += 8
      }
    }
    field = fieldEnd
  }
  return sizes
}

/** Where the packed bytes begin; the header before them must name the same part. */
function readHeader(view: DataView, bytes: Uint8Array, name: string, at: number): number {
  if (at + headerBytes > bytes.length || view.getUint32(at, true) !== headerSignature) {
    throw damaged(name, 'a part is not where the directory says')
  }
  const nameEnd = at + headerBytes + view.getUint16(at + 26, true)
  if (nameEnd > bytes.length || partName(bytes.subarray(at + headerBytes, nameEnd)) !== name) {
    throw damaged(name, 'a part and the directory disagree on its name')
  }
  return nameEnd + view.getUint16(at + 28, true)
}

function checkSizes(entries: readonly ZipEntry[], limits: WorkbookLimits): void {
  let total = 0
  for (const { name, packedBytes, inflatedBytes } of entries) {
    total += inflatedBytes
    const isTight =
      inflatedBytes > ratioMattersFromBytes &&
      inflatedBytes > packedBytes * limits.inflationRatioMax
    if (!isTight && total <= limits.inflatedBytesMax) continue
    throw tooLarge(
      name,
      isTight
        ? `The part unpacks to more than ${limits.inflationRatioMax} times its size.`
        : `The file unpacks to more than ${mebibytes(limits.inflatedBytesMax)} MiB.`,
      'Delete the empty rows and columns that were only formatted, and pictures; then save again.',
    )
  }
}

/** Parts that share bytes are how a small file unpacks to an endless one. */
function checkPlaces(entries: readonly ZipEntry[]): void {
  const ordered = entries.toSorted((a, b) => a.headerStart - b.headerStart)
  let free = 0
  for (const { name, headerStart, dataStart, packedBytes } of ordered) {
    if (headerStart < free) throw damaged(name, 'parts lie over one another')
    free = dataStart + packedBytes
  }
}

function partName(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll('\\', '/').replace(/^\/+/, '')
}

/** A 64-bit number; one too large for a file that fits in memory points outside of it anyway. */
function large(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 0x1_0000_0000
}

export function mebibytes(bytes: number): number {
  return Math.round(bytes / (1024 * 1024))
}
