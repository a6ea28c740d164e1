import type { WebhookEvent } from './generated.ts'

const toleranceSecondsDefault = 300

export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How old, or how far in the future, a message may be. */
  readonly toleranceSeconds?: number
  /** The current time, for tests. */
  readonly now?: Date
}

/** A message that is forged or too old. Answer 401 and do nothing else. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/**
 * Checks that a message was signed with the secret (Standard Webhooks) and returns its event: `type`
 * determines `data`. A newer server may send types that are not listed yet. The body must be the
 * received bytes: JSON that was parsed and serialised again may differ.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { toleranceSeconds = toleranceSecondsDefault, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id')
  const sentAt = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature').split(' ')
  assertRecent(sentAt, toleranceSeconds, now)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = concatenate(new TextEncoder().encode(`${id}.${sentAt}.`), bytes)
  const key = await importKey(secret, 'verify')
  // All signatures are tried: after a rotation the sender signs with both secrets for a while.
  for (const signature of signatures) {
    if (await isSignedBy(key, signature, signed)) {
      return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent // The server has signed it.
    }
  }
  throw new WebhookError('The message was not signed with the secret.')
}

/** Signs a message as the server does, for tests of a receiver or to forward events. */
export async function signWebhook(
  secret: string,
  message: { readonly id: string; readonly body: string; readonly at?: Date },
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const { id, body, at = new Date() } = message
  const sentAt = String(Math.floor(at.getTime() / 1000))
  const signed = new TextEncoder().encode(`${id}.${sentAt}.${body}`)
  const key = await importKey(secret, 'sign')
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  const encoded = btoa(String.fromCharCode(...signature))
  return { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': `v1,${encoded}` }
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : findIgnoringCase(headers, name)
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookError(`The message has no header ${name}, or more than one.`)
}

function findIgnoringCase(headers: Exclude<WebhookHeaders, Headers>, name: string): unknown {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

function assertRecent(sentAt: string, toleranceSeconds: number, now: Date): void {
  if (!/^\d{1,12}$/.test(sentAt)) throw new WebhookError('webhook-timestamp is not in seconds.')
  if (Math.abs(now.getTime() / 1000 - Number(sentAt)) > toleranceSeconds) {
    throw new WebhookError(
      `The message is not from the last ${toleranceSeconds} seconds: it may be a replay, or a clock may be wrong.`,
    )
  }
}

async function importKey(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (bytes === null || bytes.length === 0) {
    throw new TypeError('The secret of a webhook must be `whsec_` followed by base64.')
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

async function isSignedBy(
  key: CryptoKey,
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const bytes = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : null
  // `verify` compares in constant time.
  return bytes !== null && crypto.subtle.verify('HMAC', key, bytes, signed)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null // Not base64, so no signature or secret either; the callers say which.
  }
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
