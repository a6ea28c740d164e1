import { crc32, deflateRawSync } from 'node:zlib'
import type { ZipEntry } from './zip-directory.ts'

/** New bytes of a part, which may be a new one, or null to leave it out. */
export type PartChanges = ReadonlyMap<string, Uint8Array | null>

/** The same zip with some parts changed; all others are copied as they are packed. */
export function rewriteZip(
  file: Uint8Array,
  entries: readonly ZipEntry[],
  changes: PartChanges,
): Uint8Array {
  const chunks: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  const added = [...changes.keys()].filter((name) => entries.every((entry) => entry.name !== name))
  for (const entry of [...entries, ...added.map(newEntry)]) {
    const change = changes.get(entry.name)
    if (change === null) continue
    const part = change === undefined ? copyOf(file, entry) : pack(change)
    const { header, record } = describe(entry, part, at)
    chunks.push(header, part.packed)
    directory.push(record)
    at += header.length + part.packed.length
  }
  return Buffer.concat([...chunks, ...directory, endOf(directory, at)])
}

interface PackedPart {
  readonly packed: Uint8Array
  readonly method: number
  readonly crc: number
  readonly inflatedBytes: number
}

/** The record of a part that the file does not have yet. */
function newEntry(name: string): ZipEntry {
  const written = Buffer.from(name)
  const record = Buffer.alloc(recordBytes)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(20, 4)
  record.writeUInt16LE(20, 6)
  record.writeUInt16LE(utf8Flag, 8)
  record.writeUInt16LE(firstDay, 14)
  record.writeUInt16LE(written.length, 28)
  const nothing = { crc: 0, packedBytes: 0, inflatedBytes: 0, headerStart: 0, dataStart: 0 }
  return { name, method: 8, ...nothing, record: Buffer.concat([record, written]) }
}

/** 1 January 1980, before which zips know no days. */
const firstDay = 0x0021

function copyOf(file: Uint8Array, entry: ZipEntry): PackedPart {
  const { method, crc, inflatedBytes, dataStart, packedBytes } = entry
  return { packed: file.subarray(dataStart, dataStart + packedBytes), method, crc, inflatedBytes }
}

function pack(bytes: Uint8Array): PackedPart {
  return {
    packed: deflateRawSync(bytes),
    method: 8,
    crc: crc32(bytes),
    inflatedBytes: bytes.length,
  }
}

const recordBytes = 46
const headerBytes = 30
/** Says that the name is UTF-8; the flag for sizes that follow the data is not kept. */
const utf8Flag = 0x0800

/** The header before a part and its record in the directory, which keeps its date and attributes. */
function describe(entry: ZipEntry, part: PackedPart, at: number) {
  const old = Buffer.from(entry.record)
  const name = old.subarray(recordBytes, recordBytes + old.readUInt16LE(28))
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(old.readUInt16LE(8) & utf8Flag, 2)
  fields.writeUInt16LE(part.method, 4)
  old.copy(fields, 6, 12, 16)
  fields.writeUInt32LE(part.crc, 10)
  fields.writeUInt32LE(part.packed.length, 14)
  fields.writeUInt32LE(part.inflatedBytes, 18)
  fields.writeUInt16LE(name.length, 22)
  const header = Buffer.concat([Buffer.alloc(4), fields, name], headerBytes + name.length)
  header.writeUInt32LE(0x04034b50, 0)
  const record = Buffer.concat([old.subarray(0, 6), fields, Buffer.alloc(14), name])
  old.copy(record, 36, 36, 42)
  record.writeUInt32LE(at, 42)
  return { header, record }
}

function endOf(directory: readonly Uint8Array[], start: number): Uint8Array {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  )
  end.writeUInt32LE(start, 16)
  return end
}
