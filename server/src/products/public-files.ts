import { logoType } from './folder/index.ts'
import type { DocumentDefinition, ProductDefinition } from './product-definition.ts'

/** The documents of an offer that are the same for everybody, and so can be read before there is one. */
export function commonDocuments({
  documents,
}: Pick<ProductDefinition, 'documents'>): DocumentDefinition[] {
  return documents.filter(
    (document) =>
      document.with.includes('offer') &&
      Object.values(document.files).every((file) => file.endsWith('.pdf')),
  )
}

/** The media type of a file that customers may see by itself; null for all others of the folder. */
export function publicFileType(definition: ProductDefinition, file: string): string | null {
  if (definition.checkout?.logo === file) return logoType(file)
  const common = commonDocuments(definition).flatMap(({ files }) => Object.values(files))
  return common.includes(file) ? 'application/pdf' : null
}
