import { createHash } from 'node:crypto'
import { type BackupHead, companionPath, endName, headName } from './backup-format.ts'
import { Pieces, contentOf, endOfTar, tarEntry, nextHeader, paddingAfter } from './tar.ts'

export interface CompanionFile {
  readonly name: string
  readonly isSecret: boolean
  readonly content: Buffer
}

/** Everything that a backup holds, in its order, around PostgreSQL's copy of the cluster. */
export async function* archiveOf(
  head: BackupHead,
  files: readonly CompanionFile[],
  cluster: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const part of partsOf(head, files, cluster)) {
    hash.update(part)
    yield part
  }
  yield tarEntry(endName, asJson({ sha256: hash.digest('hex') }))
  yield endOfTar
}

async function* partsOf(
  head: BackupHead,
  files: readonly CompanionFile[],
  cluster: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield tarEntry(headName, asJson(head))
  for (const { name, content } of files) yield tarEntry(companionPath(name), content)
  // PostgreSQL's archive without its end: our entries follow.
  const pieces = new Pieces(cluster)
  for (;;) {
    const next = await nextHeader(pieces)
    if (next === null) break
    yield next.block
    yield* contentOf(pieces, next.header.size)
    yield Buffer.alloc(paddingAfter(next.header.size))
  }
  // The rest is the archive's end and the result of the copy.
  while ((await pieces.next(Infinity)).length > 0);
}

function asJson(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}
