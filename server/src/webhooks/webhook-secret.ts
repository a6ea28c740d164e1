import { randomBytes } from 'node:crypto'
import type { WebhookId } from '../kernel/index.ts'
import { type KeyRing, type Sealed, open, resealDataKey, seal } from '../sealing/index.ts'

/** One of an endpoint's secrets, as it is kept. */
export interface WebhookSecret extends Sealed {
  readonly webhookId: WebhookId
  readonly number: number
  /** When it ends, after a rotation; null for the one in force. */
  readonly expiresAt: Temporal.Instant | null
}

const secretBytes = 32

export function mintSigningSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`
}

export function sealSecret(
  ring: KeyRing,
  webhookId: WebhookId,
  number: number,
  secret: string,
): WebhookSecret {
  const row = { webhookId, number }
  return { ...row, expiresAt: null, ...seal(ring, bindingOf(row), Buffer.from(secret)) }
}

export function openSecret(ring: KeyRing, secret: WebhookSecret): string {
  return open(ring, bindingOf(secret), secret).toString()
}

export function resealSecret(ring: KeyRing, secret: WebhookSecret): WebhookSecret {
  return { ...secret, ...resealDataKey(ring, bindingOf(secret), secret) }
}

/** Binds the ciphertext to its row, so that it cannot be moved to another. */
function bindingOf({ webhookId, number }: Pick<WebhookSecret, 'webhookId' | 'number'>): string {
  return `secret ${number} of ${webhookId}`
}
