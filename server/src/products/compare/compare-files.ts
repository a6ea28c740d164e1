import { createHash } from 'node:crypto'
import type { Json } from '../../kernel/index.ts'
import type { ProductFiles } from '../product-definition.ts'
import { isDocumentFile } from './compare-documents.ts'
import { type Difference, compareNamed } from './difference.ts'

/** Files whose content the other comparisons already show in better words. */
const shownElsewhere = /(^|\/)(product\.yaml|checkout\.yaml|quote\.json|fields\.json)$/

/**
 * Where the other comparisons found no difference, as with a comment or the order of fields, the file
 * is listed itself: content that differs is never reported as the same.
 */
export function compareFiles(
  before: ProductFiles | null,
  after: ProductFiles,
  reported: readonly Difference[],
  /** Files whose differences are all reported. */
  shownFiles: ReadonlyMap<string, unknown>,
): Difference[] {
  const isUnreported = (path: string) =>
    !shownFiles.has(path) &&
    (reported.length === 0 || (!shownElsewhere.test(path) && !isDocumentFile(path)))
  return compareNamed(
    'files',
    summaryOf(before ?? new Map(), isUnreported),
    summaryOf(after, isUnreported),
  )
}

function summaryOf(
  files: ProductFiles,
  isUnreported: (path: string) => boolean,
): ReadonlyMap<string, Json> {
  return new Map(
    [...files]
      .filter(([path]) => isUnreported(path))
      .map(([path, content]) => [
        path,
        { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') },
      ]),
  )
}
