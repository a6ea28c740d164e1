import type { MailId, PolicyId, PolicyVersionId } from '../kernel/index.ts'
import {
  type HandedDocument,
  type HandoverKind,
  type ProductDefinition,
  handoverDocuments,
} from '../products/index.ts'

/** `download`: the customer has opened it by its link. `mail`: a mail has carried it. */
export const handoverWays = ['download', 'mail'] as const
export type HandoverWay = (typeof handoverWays)[number]

/** A document that a customer has received before the contract, to the byte. */
export interface HandoverRecord {
  readonly policyId: PolicyId
  readonly versionId: PolicyVersionId
  readonly designation: string
  readonly kind: HandoverKind
  readonly language: string
  /** SHA-256 of the content, in hex. */
  readonly hash: string
  /** The mail that carried it; null where it was opened by its link. */
  readonly mailId: MailId | null
  readonly handedAt: Temporal.Instant
  /** When the mail came back: then it counts no more. */
  readonly voidedAt: Temporal.Instant | null
}

/** The documents that a product hands over of which nothing counts yet. */
export function notHandedOver(
  definition: Pick<ProductDefinition, 'customers' | 'documents'>,
  records: readonly HandoverRecord[],
): HandedDocument[] {
  const counts = new Set(recordsThatCount(records).map(({ designation }) => designation))
  return handoverDocuments(definition).filter(({ designation }) => !counts.has(designation))
}

export function recordsThatCount(records: readonly HandoverRecord[]): HandoverRecord[] {
  return records.filter(({ voidedAt }) => voidedAt === null)
}

export function wayOf({ mailId }: Pick<HandoverRecord, 'mailId'>): HandoverWay {
  return mailId === null ? 'download' : 'mail'
}
