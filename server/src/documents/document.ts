import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { DocumentDefinition, DocumentOccasion, ProductDefinition } from '../products/index.ts'

/** Which document of a policy is meant. */
export interface DocumentKey {
  readonly policyId: PolicyId
  /** What it tells of, and is made of alone. */
  readonly versionId: PolicyVersionId
  readonly occasion: DocumentOccasion
  readonly designation: string
}

/** A document that a policy has, whether it was made already or not. */
export interface PolicyDocument extends DocumentKey {
  readonly name: string
  readonly language: string
  /** A template or a document to attach, by its path in the product folder. */
  readonly file: string
}

/** The documents of one occasion, the one that is named after it first: it is the main document. */
export function documentsFor(
  definition: ProductDefinition,
  language: string,
  sheet: Omit<DocumentKey, 'designation'>,
): PolicyDocument[] {
  const isMain = (document: DocumentDefinition) => document.designation === sheet.occasion
  return definition.documents
    .filter((document) => document.with.includes(sheet.occasion))
    .toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)))
    .flatMap((document): PolicyDocument[] => {
      const file = document.files[language] ?? document.files[definition.defaultLanguage]
      if (file === undefined) return []
      const name = document.names[language] ?? document.designation
      return [{ ...sheet, designation: document.designation, name, language, file }]
    })
}

export function isAttached(document: Pick<PolicyDocument, 'file'>): boolean {
  return document.file.endsWith('.pdf')
}
