import { hash } from 'node:crypto'
import { type Json, type PolicyId, type PolicyVersionId, isJsonObject } from '../../kernel/index.ts'
import { type Policy, type TransactionDetails, documentOf } from '../../policies/index.ts'
import { type KeyRing, readSealedToken, writeSealedToken } from '../../sealing/index.ts'
import {
  notAPreviewToken,
  previewExpired,
  previewOfDifferentTransaction,
  previewOfOlder,
  previewTokenUnknown,
} from '../reasons.ts'
import type { DecidedTransaction, RequestedKind } from '../request.ts'
import type { TransactionOutcome } from './apply-transaction.ts'

/** The promise of a preview: this transaction on this version has these amounts. */
export interface PreviewPromise {
  readonly policyId: PolicyId
  readonly versionId: PolicyVersionId
  /** Digests: the token reveals nothing, and stays short. */
  readonly transaction: string
  readonly sums: string
  readonly expiresAt: Temporal.Instant
}

const prefix = 'pvt_'
const boundTo = 'preview'

/** Tokens are not stored: each contains everything that it promises. */
export function mintPreviewToken(keyRing: KeyRing, promise: PreviewPromise): string {
  const plain = JSON.stringify({ ...promise, expiresAt: promise.expiresAt.toString() })
  return prefix + writeSealedToken(keyRing, boundTo, plain)
}

export function openPreviewToken(keyRing: KeyRing, token: string): PreviewPromise {
  if (!/^pvt_[\w-]+$/.test(token)) throw notAPreviewToken()
  const plain = readSealedToken(keyRing, boundTo, token.slice(prefix.length))
  if (plain === null) throw previewTokenUnknown()
  const content = JSON.parse(plain) as PreviewPromise & { readonly expiresAt: string } // Written above.
  return { ...content, expiresAt: Temporal.Instant.from(content.expiresAt) }
}

/** Refuses a promise that was not made for this transaction of the policy as it is. */
export function assertAbout(
  promise: PreviewPromise,
  policy: Pick<Policy, 'id' | 'versionId'>,
  transaction: string,
  now: Temporal.Instant,
): void {
  if (promise.policyId !== policy.id) throw previewOfDifferentTransaction()
  if (promise.versionId !== policy.versionId) throw previewOfOlder(policy.id)
  if (promise.transaction !== transaction) throw previewOfDifferentTransaction()
  if (Temporal.Instant.compare(promise.expiresAt, now) <= 0) throw previewExpired()
}

/** At most a day: the amounts of a transaction depend on the day. */
const previewValidHours = 24

export function promisedUntil(now: Temporal.Instant): Temporal.Instant {
  return now.add({ hours: previewValidHours })
}

/** A digest of the request, without members that do not affect the outcome, such as a reason. */
export function transactionDigest({ contents = [], ...decided }: DecidedTransaction): string {
  const documents = contents.map((content) => documentOf(content))
  return digestOf([decided.kind, decided.effectiveDay.toString(), decisive(decided), documents])
}

function decisive({ kind, details }: TransactionDetails<RequestedKind>): Json {
  switch (kind) {
    case 'cancellation':
    case 'end_move': {
      const { cancellation_kind = null, cancellation_reason_code = null } = details
      return [details.termination_date, cancellation_kind, cancellation_reason_code]
    }
    case 'withdrawal':
      return [details.received_on, details.termination_date, details.is_void]
    case 'reinstatement':
      return details.gap_until
    case 'adjustment':
      return { ...details.answers }
    case 'endorsement':
      return [details.places.map((place) => JSON.stringify(place)).toSorted(), details.quote_id]
  }
}

/** All cents that a transaction comes to, and whether they are paid first. */
export function sumsOf({
  adjustment,
  arrears,
  plan,
  payUntil,
}: Pick<TransactionOutcome, 'adjustment' | 'arrears' | 'plan' | 'payUntil'>): string {
  const { charges, owed, credit, refund } = adjustment
  // The first payment of another plan is charged later, and promised too.
  const charged = [...charges, ...(plan === null ? [] : [plan.first])].map(
    ({ period, amount }): Json[] => [
      period.firstDay.toString(),
      period.lastDay.toString(),
      amount.payment,
      amount.tax,
      amount.fee,
      amount.commission,
    ],
  )
  return digestOf([charged, owed, arrears, credit, refund, payUntil !== null])
}

/** The same digest for equal values, in any order of members. */
export function digestOf(value: Json): string {
  const text = JSON.stringify(value, (_, member: Json) =>
    isJsonObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
  return hash('sha256', text, 'base64url')
}
