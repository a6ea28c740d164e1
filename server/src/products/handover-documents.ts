import type { DocumentDefinition, HandoverKind, ProductDefinition } from './product-definition.ts'

/** A document that consumers receive before they are bound. */
export interface HandedDocument extends DocumentDefinition {
  readonly handover: HandoverKind
}

/** The documents that are handed over before an offer is paid; none where nobody has to be. */
export function handoverDocuments({
  customers,
  documents,
}: Pick<ProductDefinition, 'customers' | 'documents'>): HandedDocument[] {
  if (customers !== 'consumers') return []
  return documents.flatMap((document) => {
    const { handover } = document
    return handover === undefined ? [] : [{ ...document, handover }]
  })
}
