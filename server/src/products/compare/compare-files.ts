import { createHash } from 'node:crypto'
import type { Json } from '../../kernel/index.ts'
import type { ProductFiles } from '../product-definition.ts'
import { isPaperFile } from './compare-documents.ts'
import { type Difference, compareNamed } from './difference.ts'

/** Files whose content the other comparisons already tell in better words. */
const toldElsewhere = /(^|\/)(product\.yaml|quote\.json|fields\.json)$/

export function compareFiles(before: ProductFiles | null, after: ProductFiles): Difference[] {
  return compareNamed('files', summaryOf(before ?? new Map()), summaryOf(after))
}

function summaryOf(files: ProductFiles): ReadonlyMap<string, Json> {
  return new Map(
    [...files]
      .filter(([path]) => !toldElsewhere.test(path) && !isPaperFile(path))
      .map(([path, content]) => [
        path,
        { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') },
      ]),
  )
}
