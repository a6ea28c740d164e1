import { hash, timingSafeEqual } from 'node:crypto'

/** The stored hash of a secret. The secret is random and long, so that one round is enough. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** Whether this is the hashed secret, compared in constant time. */
export function secretMatches(secret: string, secretHash: Buffer): boolean {
  return timingSafeEqual(hashSecret(secret), secretHash)
}
