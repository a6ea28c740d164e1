/**
 * The tar format as PostgreSQL writes it: plain headers, names within their field, files up to 1
 * GB.
 */

const blockBytes = 512
const sizeBytesMax = 0o77777777777

export interface TarHeader {
  readonly name: string
  readonly size: number
  readonly mode: number
  readonly isFolder: boolean
}

export class TarError extends Error {
  override readonly name = 'TarError'
}

/** Reads pieces of a given length from a stream of chunks. */
export class Pieces {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #onBytes: (bytes: Buffer) => void
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>, onBytes: (bytes: Buffer) => void = () => undefined) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    this.#onBytes = onBytes
  }

  /** At most this many bytes; none at the end. */
  async next(bytesMax: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#chunks.next()
      if (done === true) return this.#rest
      this.#rest = value
    }
    const piece = this.#rest.subarray(0, bytesMax)
    this.#rest = this.#rest.subarray(bytesMax)
    this.#onBytes(piece)
    return piece
  }

  /** Exactly this many bytes; null when the stream ends before the first of them. */
  async exactly(bytes: number): Promise<Buffer | null> {
    const pieces: Buffer[] = []
    let missing = bytes
    while (missing > 0) {
      const piece = await this.next(missing)
      if (piece.length === 0 && pieces.length === 0) return null
      if (piece.length === 0) throw new TarError('it ends in the middle')
      pieces.push(piece)
      missing -= piece.length
    }
    return Buffer.concat(pieces)
  }
}

/** The next header with its bytes, or null at the end of the archive. */
export async function nextHeader(
  pieces: Pieces,
): Promise<{ readonly header: TarHeader; readonly block: Buffer } | null> {
  const block = await pieces.exactly(blockBytes)
  if (block === null || block.every((byte) => byte === 0)) return null
  if (numberAt(block, 148, 8) !== sumOf(block)) throw new TarError('a header is damaged')
  const kind = String.fromCharCode(block[156] ?? 0)
  if (kind !== '0' && kind !== '5') throw new TarError(`it holds an entry of kind ${kind}`)
  const header = {
    name: textAt(block, 0, 100),
    size: kind === '5' ? 0 : numberAt(block, 124, 12),
    mode: numberAt(block, 100, 8) & 0o777,
    isFolder: kind === '5',
  }
  if (textAt(block, 345, 155) !== '' || header.name === '') {
    throw new TarError('it holds an unreadable name')
  }
  return { header, block }
}

/** The content of an entry, piece by piece, without the padding after it. */
export async function* contentOf(pieces: Pieces, size: number): AsyncGenerator<Buffer> {
  let missing = size
  while (missing > 0) {
    const piece = await pieces.next(missing)
    if (piece.length === 0) throw new TarError('it ends in the middle of a file')
    missing -= piece.length
    yield piece
  }
  await pieces.exactly(paddingAfter(size))
}

/** A whole small file as an entry. */
export function tarEntry(name: string, content: Buffer, mode = 0o600): Buffer {
  if (Buffer.byteLength(name) > 100 || content.length > sizeBytesMax) {
    throw new TarError(`${name} does not fit into the format`)
  }
  const block = Buffer.alloc(blockBytes)
  block.write(name, 0)
  writeNumber(block, mode, 100, 8)
  writeNumber(block, 0, 108, 8)
  writeNumber(block, 0, 116, 8)
  writeNumber(block, content.length, 124, 12)
  writeNumber(block, 0, 136, 12)
  block.write('0', 156)
  block.write('ustar\u000000', 257)
  block.write(`${sumOf(block).toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([block, content, Buffer.alloc(paddingAfter(content.length))])
}

/** The end of an archive. */
export const endOfTar = Buffer.alloc(2 * blockBytes)

export function paddingAfter(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes
}

/** The sum of all bytes, with blanks in place of the sum itself. */
function sumOf(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)
}

function textAt(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length)
  const end = field.indexOf(0)
  return field.subarray(0, end === -1 ? length : end).toString('utf8')
}

function numberAt(block: Buffer, at: number, length: number): number {
  const text = textAt(block, at, length).trim()
  if (!/^[0-7]+$/.test(text)) throw new TarError('a header is damaged')
  return Number.parseInt(text, 8)
}

function writeNumber(block: Buffer, value: number, at: number, length: number): void {
  block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
}
