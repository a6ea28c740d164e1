import { hash } from 'node:crypto'
import { type Json, type PolicyId, type PolicyVersionId, isJsonObject } from '../kernel/index.ts'
import { type KeyRing, readSealedToken, writeSealedToken } from '../sealing/index.ts'
import type { DecidedOrder } from './accept-order.ts'
import type { OrderLaid } from './lay-order.ts'
import { documentOf } from './policy-content.ts'
import type { Policy } from './policy.ts'
import {
  notAPreviewToken,
  previewExpired,
  previewOfOlder,
  previewOfOther,
  previewTokenUnknown,
} from './reasons.ts'

/** What a preview promises: that this order, of this version, comes to these sums. */
export interface PreviewPromise {
  readonly policyId: PolicyId
  readonly versionId: PolicyVersionId
  /** Digests: the token tells nobody what it is about, and stays short. */
  readonly order: string
  readonly sums: string
  readonly expiresAt: Temporal.Instant
}

const prefix = 'pvt_'
const boundTo = 'preview'

/** None is kept: all that it promises stands in it. */
export function mintPreviewToken(keyRing: KeyRing, promise: PreviewPromise): string {
  const plain = JSON.stringify({ ...promise, expiresAt: promise.expiresAt.toString() })
  return prefix + writeSealedToken(keyRing, boundTo, plain)
}

export function openPreviewToken(keyRing: KeyRing, token: string): PreviewPromise {
  if (!/^pvt_[\w-]+$/.test(token)) throw notAPreviewToken()
  const plain = readSealedToken(keyRing, boundTo, token.slice(prefix.length))
  if (plain === null) throw previewTokenUnknown()
  const said = JSON.parse(plain) as PreviewPromise & { readonly expiresAt: string } // Written above.
  return { ...said, expiresAt: Temporal.Instant.from(said.expiresAt) }
}

/** Refuses a promise that was not made for this order of the policy as it is. */
export function assertAbout(
  promise: PreviewPromise,
  policy: Pick<Policy, 'id' | 'versionId'>,
  order: string,
  now: Temporal.Instant,
): void {
  if (promise.policyId !== policy.id) throw previewOfOther()
  if (promise.versionId !== policy.versionId) throw previewOfOlder(policy.id)
  if (promise.order !== order) throw previewOfOther()
  if (Temporal.Instant.compare(promise.expiresAt, now) <= 0) throw previewExpired()
}

/** For a day at most: what an order comes to depends on the day. */
const previewValidHours = 24

export function promisedUntil(now: Temporal.Instant): Temporal.Instant {
  return now.add({ hours: previewValidHours })
}

/** What is ordered, but for what changes nothing about its outcome, such as a reason. */
export function orderDigest({ kind, change, effectiveDay, contents = [] }: DecidedOrder): string {
  const said = contents.map((content) => documentOf(content))
  return digestOf([kind, effectiveDay.toString(), decisive({ kind, change }), said])
}

function decisive({ kind, change }: Pick<DecidedOrder, 'kind' | 'change'>): Json {
  if ('termination_date' in change) return change.termination_date
  if ('gap_until' in change) return change.gap_until
  if (!('places' in change)) throw new Error(`nobody knows what decides a ${kind}`)
  const places = change.places.map((place) => JSON.stringify(place)).toSorted()
  return [places, change.quote_id]
}

/** All cents that an order comes to, and whether they are paid first. */
export function sumsOf({
  reckoning,
  arrears,
  payUntil,
}: Pick<OrderLaid, 'reckoning' | 'arrears' | 'payUntil'>): string {
  const { charges, owed, credit, refund } = reckoning
  const charged = charges.map(({ period, amount }): Json[] => [
    period.firstDay.toString(),
    period.lastDay.toString(),
    amount.payment,
    amount.tax,
    amount.fee,
    amount.commission,
  ])
  return digestOf([charged, owed, arrears, credit, refund, payUntil !== null])
}

/** The same for values that are the same, in whatever order an object has its members. */
export function digestOf(value: Json): string {
  const text = JSON.stringify(value, (_, member: Json) =>
    isJsonObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
  return hash('sha256', text, 'base64url')
}
