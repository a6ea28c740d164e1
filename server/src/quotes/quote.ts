import {
  type AccountId,
  type ClockId,
  type IntegrationId,
  type IntegrationVersionId,
  type ItemId,
  type JsonObject,
  type PlanId,
  type PolicyId,
  type PolicyVersionId,
  type PricingLogicId,
  type PricingRevisionId,
  type ProductId,
  type ProductVersionId,
  type QuoteId,
  isId,
  randomHex,
} from '../kernel/index.ts'
import type { Premium } from '../pricing/index.ts'
import type { Cover } from '../products/index.ts'
import { hashSecret } from '../sealing/index.ts'

/** A price given to a customer's answers, on fixed versions of everything it depends on. */
export interface Quote {
  readonly id: QuoteId
  readonly livemode: boolean
  readonly insurerId: AccountId
  readonly distributorId: AccountId
  readonly productId: ProductId
  readonly productVersionId: ProductVersionId
  readonly itemId: ItemId
  readonly planId: PlanId
  readonly integrationId: IntegrationId
  readonly integrationVersionId: IntegrationVersionId
  readonly pricingLogicId: PricingLogicId
  readonly pricingRevisionId: PricingRevisionId
  /** The answers exactly as they were sent. */
  readonly customerInput: JsonObject
  /** The dataset items that the answers named, as they were then. */
  readonly datasetItems: JsonObject | null
  readonly premium: Premium
  readonly currency: string
  /** The day that pricing took for today: of an endorsement, its effective day. */
  readonly quotedOn: Temporal.PlainDate
  readonly cover: Cover
  /** The test clock that it was made on; null for true time. */
  readonly clockId: ClockId | null
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  /** The endorsement that it prices; null where it is for a sale. */
  readonly endorsement: EndorsementOfQuote | null
}

/** The endorsement that a quote was made for, and the version of the policy at that time. */
export interface EndorsementOfQuote {
  readonly policyId: PolicyId
  readonly versionId: PolicyVersionId
  /** From which day on it is to count. */
  readonly effectiveDay: Temporal.PlainDate
}

const secretDigits = 48

/**
 * A quote token is the quote's id, which finds the row, followed by 192 random bits, which prove
 * that the bearer was given it. Only a hash of the latter is stored.
 */
export function mintQuoteToken(id: QuoteId): { token: string; secretHash: Buffer } {
  const secret = randomHex(secretDigits)
  return { token: id.slice('qu_'.length) + secret, secretHash: hashSecret(secret) }
}

export function parseQuoteToken(token: string): { id: QuoteId; secret: string } | null {
  const split = token.length - secretDigits
  const id = `qu_${token.slice(0, Math.max(split, 0))}`
  return isId('qu', id) ? { id, secret: token.slice(split) } : null
}
