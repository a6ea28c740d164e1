import { createHash } from 'node:crypto'
import type { Json } from '../../kernel/index.ts'
import type { ProductFiles } from '../product-definition.ts'
import { isDocumentFile } from './compare-documents.ts'
import { type Difference, compareNamed } from './difference.ts'

/** Files whose content the other comparisons already tell in better words. */
const shownElsewhere = /(^|\/)(product\.yaml|checkout\.yaml|quote\.json|fields\.json)$/

/**
 * Where the other comparisons found nothing to tell, such as of a comment or the order of fields,
 * each file speaks for itself: content that is not the same is never told to be the same.
 */
export function compareFiles(
  before: ProductFiles | null,
  after: ProductFiles,
  told: readonly Difference[],
  /** Files of which everything is told. */
  shownFiles: ReadonlyMap<string, unknown>,
): Difference[] {
  const isUntold = (path: string) =>
    !shownFiles.has(path) &&
    (told.length === 0 || (!shownElsewhere.test(path) && !isDocumentFile(path)))
  return compareNamed('files', summaryOf(before ?? new Map(), isUntold), summaryOf(after, isUntold))
}

function summaryOf(
  files: ProductFiles,
  isUntold: (path: string) => boolean,
): ReadonlyMap<string, Json> {
  return new Map(
    [...files]
      .filter(([path]) => isUntold(path))
      .map(([path, content]) => [
        path,
        { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') },
      ]),
  )
}
