import type {
  DeferralId,
  DunningLetterId,
  InvoiceId,
  PolicyId,
  PolicyVersionId,
  QuoteId,
} from '../kernel/index.ts'
import type {
  DeferralDocuments,
  InvoiceDocuments,
  LetterDocuments,
  RenewalDocuments,
  VersionDocuments,
} from '../jobs/index.ts'
import {
  type DocumentDefinition,
  type DocumentOccasion,
  type NamedCancellation,
  type ProductDefinition,
  cancellationTermsOf,
  isLetterOf,
} from '../products/index.ts'

/**
 * What documents are made for, and what they are made of alone: a version of a policy, an invoice, its
 * deferral, an offer to renew it or a letter about what is overdue.
 */
export type Sheet =
  | VersionDocuments
  | InvoiceDocuments
  | DeferralDocuments
  | RenewalDocuments
  | LetterDocuments

/** Which document of a policy is meant. */
export interface DocumentKey {
  readonly policyId: PolicyId
  readonly subjectId: PolicyVersionId | InvoiceId | DeferralId | QuoteId | DunningLetterId
  readonly occasion: DocumentOccasion
  readonly designation: string
}

/** A document that a policy has, whether it was made already or not. */
export interface PolicyDocument extends DocumentKey {
  readonly sheet: Sheet
  readonly name: string
  readonly language: string
  /** A template or a document to attach, by its path in the product folder. */
  readonly file: string
}

/** The documents of one occasion, the one that is named after it first: it is the main document. */
export function documentsFor(
  definition: ProductDefinition,
  language: string,
  sheet: Sheet,
  /** The kind of the cancellation that they belong to; null where it names none. */
  named: NamedCancellation | null = null,
): PolicyDocument[] {
  const { policyId, occasion } = sheet
  const shared = { policyId, subjectId: subjectOf(sheet), occasion, sheet }
  const letter = named && cancellationTermsOf(definition.cancellation, named)?.document
  const isMain = (document: DocumentDefinition) => document.designation === (letter ?? occasion)
  const isSent = ({ designation }: DocumentDefinition) =>
    occasion !== 'cancellation' || isLetterOf(definition.cancellation, designation, named)
  return definition.documents
    .filter((document) => document.with.includes(occasion) && isSent(document))
    .toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)))
    .flatMap((document): PolicyDocument[] => {
      const file = document.files[language] ?? document.files[definition.defaultLanguage]
      if (file === undefined) return []
      const name = document.names[language] ?? document.designation
      return [{ ...shared, designation: document.designation, name, language, file }]
    })
}

export function subjectOf(sheet: Sheet): DocumentKey['subjectId'] {
  if ('quoteId' in sheet) return sheet.quoteId
  if ('letterId' in sheet) return sheet.letterId
  if ('deferralId' in sheet) return sheet.deferralId
  return 'invoiceId' in sheet ? sheet.invoiceId : sheet.versionId
}

export function isAttached(document: Pick<PolicyDocument, 'file'>): boolean {
  return document.file.endsWith('.pdf')
}
