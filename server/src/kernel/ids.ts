import { randomFillSync } from 'node:crypto'
import { type When, realOf } from './clock.ts'
import { type PrefixedId, hasIdShape, randomHexDigits, timeHexDigits } from './words.ts'

/**
 * What each prefix identifies. The first block is given by the API contract, the second is ours.
 */
export const idPrefixes = [
  'tpol',
  'tpv',
  'prv',
  'pr',
  'ins',
  'in',
  'inv',
  'pp',
  'pl',
  'plr',
  'tcu',
  'dat',
  'dai',

  'acc',
  'key',
  'tok',
  'qu',
  'pco',
  'bil',
  'man',
  'mlk',
  'mns',
  'ref',
  'evt',
  'aud',
  'chk',
  'cls',
  'clk',
  'whk',
  'rcp',
  'dnc',
  'dnl',
  'dnh',
  'led',
  'imp',
  'dlv',
  'usr',
  'ses',
  'utk',
  'lnk',
  'psk',
  'apr',
  'nte',
  'ent',
  'dfr',
  'pyo',
  'mai',
  'pyb',
  'rcn',
  'dsp',
  'pty',
  'cjn',
  'cag',
  'cen',
  'cst',
  'men',
  'tsk',
  'svw',
  'note',
  'wdl',
  'sup',
  'ltr',
] as const
export type IdPrefix = (typeof idPrefixes)[number]
export type Id<Prefix extends IdPrefix> = PrefixedId<Prefix>

export type PolicyId = Id<'tpol'>
export type PolicyVersionId = Id<'tpv'>
export type ProductId = Id<'pr'>
export type ProductVersionId = Id<'prv'>
export type ItemId = Id<'ins'>
export type IntegrationId = Id<'in'>
export type IntegrationVersionId = Id<'inv'>
export type PlanId = Id<'pp'>
export type PricingLogicId = Id<'pl'>
export type PricingRevisionId = Id<'plr'>
export type CustomerId = Id<'tcu'>
export type AccountId = Id<'acc'>
export type KeyId = Id<'key'>
export type AccessTokenId = Id<'tok'>
export type QuoteId = Id<'qu'>
export type ContentId = Id<'pco'>
export type InvoiceId = Id<'bil'>
export type ManualEntryId = Id<'ent'>
export type DeferralId = Id<'dfr'>
export type PayoutId = Id<'pyo'>
export type MailId = Id<'mai'>
export type SuppressionId = Id<'sup'>
export type PostLetterId = Id<'ltr'>
export type PayoutBatchId = Id<'pyb'>
export type DisputeId = Id<'dsp'>
export type ReconciliationItemId = Id<'rcn'>
export type PartyId = Id<'pty'>
export type CustomerJoinId = Id<'cjn'>
export type CommissionAgreementId = Id<'cag'>
export type CommissionEntryId = Id<'cen'>
export type CommissionStatementId = Id<'cst'>
export type MassEndorsementId = Id<'men'>
export type TaskId = Id<'tsk'>
export type SavedViewId = Id<'svw'>
export type NoteId = Id<'note'>
export type DeclarationId = Id<'wdl'>
export type MandateId = Id<'man'>
export type MandateLinkId = Id<'mlk'>
export type MandateSetupId = Id<'mns'>
export type RefundId = Id<'ref'>
export type EventId = Id<'evt'>
export type WebhookId = Id<'whk'>
export type PortfolioCheckId = Id<'chk'>
export type ClosingId = Id<'cls'>
export type ClockId = Id<'clk'>
export type BankReceiptId = Id<'rcp'>
export type DunningCaseId = Id<'dnc'>
export type DunningLetterId = Id<'dnl'>
export type DunningHoldId = Id<'dnh'>
export type LeadId = Id<'led'>
export type ImpactId = Id<'imp'>
export type DeliveryId = Id<'dlv'>
export type UserId = Id<'usr'>
export type SessionId = Id<'ses'>
export type UserTokenId = Id<'utk'>
export type UserLinkId = Id<'lnk'>
export type PasskeyId = Id<'psk'>
export type ApprovalId = Id<'apr'>
export type NextTermEndorsementId = Id<'nte'>
export type PaymentId = `t${string}`

const paymentRandomHexDigits = 20

/** Ids that sort by time even within one millisecond. */
const risingPrefixes: ReadonlySet<IdPrefix> = new Set([
  'evt',
  'aud',
  'imp',
  'dlv',
  'mns',
  'ses',
  'nte',
  'pty',
  'cen',
  'cst',
  'rcn',
])

/** Always from real time, whatever a test clock shows. */
export function mintId<Prefix extends IdPrefix>(prefix: Prefix, when: When): Id<Prefix> {
  const now = realOf(when)
  const rest = risingPrefixes.has(prefix)
    ? risingHex(now.epochMilliseconds)
    : randomHex(randomHexDigits)
  return `${prefix}_${timeHex(now)}${rest}`
}

export function mintPaymentId(when: When): PaymentId {
  return `t${timeHex(realOf(when))}${randomHex(paymentRandomHexDigits)}`
}

/** An unguessable token: 64 hex digits are 256 bits. */
export function mintToken(): string {
  return randomHex(64)
}

export function isId<Prefix extends IdPrefix>(prefix: Prefix, text: unknown): text is Id<Prefix> {
  return hasIdShape(prefix, text)
}

function timeHex(now: Temporal.Instant): string {
  return now.epochMilliseconds.toString(16).padStart(timeHexDigits, '0')
}

/**
 * The random part of the last rising id, as two halves of 32 bits, and the moment it was minted in.
 */
let lastMs = -1
let high = 0
let low = 0
const half = 2 ** 32

/**
 * Sixteen random digits for the first id of a millisecond; those after it rise from there by random
 * steps, so that what happened later in one moment also sorts later.
 */
function risingHex(ms: number): string {
  low += 1 + randomInteger(3)
  if (low >= half) {
    low -= half
    high += 1
  }
  if (ms !== lastMs || high >= half) {
    lastMs = ms
    high = randomInteger(4)
    low = randomInteger(4)
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
}

function randomInteger(bytes: number): number {
  return Number.parseInt(randomHex(2 * bytes), 16)
}

// Asking the system for randomness once per id is slow, so a pool is drawn down.
const pool = Buffer.alloc(4096)
let poolUsedBytes = pool.length

export function randomHex(digits: number): string {
  const bytes = digits / 2
  if (poolUsedBytes + bytes > pool.length) {
    randomFillSync(pool)
    poolUsedBytes = 0
  }
  const hex = pool.toString('hex', poolUsedBytes, poolUsedBytes + bytes)
  pool.fill(0, poolUsedBytes, poolUsedBytes + bytes)
  poolUsedBytes += bytes
  return hex
}
