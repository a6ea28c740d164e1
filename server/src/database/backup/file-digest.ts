import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { buffer as readAll } from 'node:stream/consumers'

/** Of gzip's header: its mark, deflate, a comment follows, no time, no hint, no system. */
const memberHead = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff])
/** A last block without content, the checksum of nothing and its length. */
const memberEnd = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
const comment = 'sha256 '
const digestBytes = memberHead.length + comment.length + 64 + 1 + memberEnd.length

/**
 * Appends the SHA-256 of all bytes, as the comment of an empty gzip member, which tools skip. The
 * checksums inside an archive cover its decompressed content only: damaged bytes that decompress to
 * the same content would pass them.
 */
export async function* withDigest(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  yield digestMember(hash.digest('hex'))
}

/** Whether the file ends with the digest of all bytes before it, with another one, or with none. */
export async function compareDigest(
  path: string,
  signal: AbortSignal,
): Promise<'right' | 'wrong' | 'missing'> {
  const { size } = await stat(path)
  const start = size - digestBytes
  if (start <= 0) return 'missing'
  const found = await readAll(createReadStream(path, { start, signal }))
  if (!isDigestMember(found)) return 'missing'
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: start - 1, signal })) hash.update(chunk)
  return found.equals(digestMember(hash.digest('hex'))) ? 'right' : 'wrong'
}

function digestMember(digest: string): Buffer {
  return Buffer.concat([memberHead, Buffer.from(`${comment}${digest}\0`), memberEnd])
}

function isDigestMember(bytes: Buffer): boolean {
  const text = bytes.subarray(memberHead.length, -memberEnd.length).toString('latin1')
  return (
    bytes.subarray(0, memberHead.length).equals(memberHead) &&
    bytes.subarray(-memberEnd.length).equals(memberEnd) &&
    text.startsWith(comment)
  )
}
