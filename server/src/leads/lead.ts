import {
  type AccountId,
  type IntegrationId,
  type IntegrationVersionId,
  type ItemId,
  type JsonObject,
  type LeadId,
  type ProductId,
  isId,
  randomHex,
} from '../kernel/index.ts'
import { hashSecret } from '../sealing/index.ts'

/** A sale that a customer has begun and saved, to go on later. */
export interface Lead {
  readonly id: LeadId
  readonly livemode: boolean
  readonly insurerId: AccountId
  readonly distributorId: AccountId
  readonly productId: ProductId
  readonly itemId: ItemId
  readonly integrationId: IntegrationId
  readonly integrationVersionId: IntegrationVersionId
  /** Null once it has expired. */
  readonly content: LeadContent | null
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

/** What was sent, as it was sent: no rule is asked, for it is not complete yet. */
export interface LeadContent {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly language: string | null
  readonly data: JsonObject
  readonly quoteToken: string | null
}

const secretDigits = 48

/** As a quote's: the id, which finds the row, and 192 random bits, of which only a hash is stored. */
export function mintLeadToken(id: LeadId): { token: string; secretHash: Buffer } {
  const secret = randomHex(secretDigits)
  return { token: id.slice('led_'.length) + secret, secretHash: hashSecret(secret) }
}

/** The secret of a token that belongs to this lead; null where it is none. */
export function secretIn(token: string, id: LeadId): string | null {
  const split = token.length - secretDigits
  const named = `led_${token.slice(0, Math.max(split, 0))}`
  return isId('led', named) && named === id ? token.slice(split) : null
}
