import { crc32, inflateRawSync } from 'node:zlib'
import { damaged } from './workbook-problem.ts'
import type { ZipEntry } from './zip-directory.ts'

/** Unpacks one part: never to more bytes than the directory, which was checked, says. */
export function inflateEntry(file: Uint8Array, entry: ZipEntry): Uint8Array {
  const packed = file.subarray(entry.dataStart, entry.dataStart + entry.packedBytes)
  const bytes = entry.method === 0 ? packed : inflate(packed, entry)
  if (bytes.length !== entry.inflatedBytes) throw damaged(entry.name, 'a part is cut off')
  if (crc32(bytes) !== entry.crc) throw damaged(entry.name, 'the checksum of a part is wrong')
  return bytes
}

function inflate(packed: Uint8Array, { name, inflatedBytes }: ZipEntry): Uint8Array {
  if (inflatedBytes === 0) return new Uint8Array()
  try {
    return inflateRawSync(packed, { maxOutputLength: inflatedBytes })
  } catch {
    throw damaged(name, 'a part cannot be unpacked, or is larger than it says')
  }
}
