import { hash, timingSafeEqual } from 'node:crypto'

/** What is stored of a secret that nobody is shown again. It is random and long, so that one round does. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** Whether this is the secret that was hashed. How long that takes tells nothing about it. */
export function secretMatches(secret: string, secretHash: Buffer): boolean {
  return timingSafeEqual(hashSecret(secret), secretHash)
}
