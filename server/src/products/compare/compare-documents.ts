import { createHash } from 'node:crypto'
import type { Json } from '../../kernel/index.ts'
import type { ProductDefinition, ProductFiles } from '../product-definition.ts'
import { type Difference, compareNamed } from './difference.ts'

/** The documents of a version, and the files they are made of. */
export interface Documents {
  readonly definition: Pick<ProductDefinition, 'documents'>
  readonly files: ProductFiles
}

export const isDocumentFile = (path: string) => path.startsWith('documents/')

/** Which documents differ, each in its languages; then the parts, pictures and fonts they share. */
export function compareDocuments(before: Documents | null, after: Documents): Difference[] {
  return compareNamed(
    'documents',
    before === null ? new Map() : documentsOf(before),
    documentsOf(after),
  )
}

function documentsOf({ definition, files }: Documents): ReadonlyMap<string, Json> {
  const own = definition.documents.flatMap((document) =>
    Object.entries(document.files).map(([language, file]) => {
      const shown: Json = {
        name: document.names[language] ?? document.designation,
        with: [...document.with],
        ...(document.handover !== undefined && { handover: document.handover }),
        file,
        content: fingerprint(files.get(file)),
      }
      return [`${document.designation} (${language})`, shown] as const
    }),
  )
  const named = new Set(definition.documents.flatMap(({ files: own }) => Object.values(own)))
  const shared = [...files]
    .filter(
      ([path]) => isDocumentFile(path) && !named.has(path) && !path.endsWith('/documents.yaml'),
    )
    .map(([path, content]) => [path, { content: fingerprint(content) }] as const)
  return new Map<string, Json>([...own, ...shared])
}

const fingerprintDigits = 12

/** Enough of a hash to see that something is not the same. */
function fingerprint(content: Uint8Array = new Uint8Array()): string {
  return createHash('sha256').update(content).digest('hex').slice(0, fingerprintDigits)
}
