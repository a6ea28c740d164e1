import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'

export interface Sealed {
  readonly ringKeyId: string
  readonly sealedKey: Buffer
  readonly sealedData: Buffer
}

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts data with a key of its own, and that key with the first key of the ring. The ciphertext
 * is bound to its owner: under another one it cannot be decrypted.
 */
export function seal(ring: KeyRing, boundTo: string, plain: Buffer): Sealed {
  const dataKey = randomBytes(keyBytes)
  const [current] = ring
  return {
    ringKeyId: current.id,
    sealedKey: encrypt(current.key, dataKey, boundTo),
    sealedData: encrypt(dataKey, plain, boundTo),
  }
}

export function open(ring: KeyRing, boundTo: string, sealed: Sealed): Buffer {
  return decrypt(openDataKey(ring, boundTo, sealed), sealed.sealedData, boundTo)
}

/** Rotation: encrypts the data key with the first key of the ring; the data itself stays. */
export function resealDataKey(ring: KeyRing, boundTo: string, sealed: Sealed): Sealed {
  const dataKey = openDataKey(ring, boundTo, sealed)
  const [current] = ring
  return {
    ringKeyId: current.id,
    sealedKey: encrypt(current.key, dataKey, boundTo),
    sealedData: sealed.sealedData,
  }
}

function openDataKey(ring: KeyRing, boundTo: string, sealed: Sealed): Buffer {
  const ringKey = ring.find((one) => one.id === sealed.ringKeyId)
  if (ringKey === undefined) {
    throw new Error(
      `The data of ${boundTo} is encrypted with the key "${sealed.ringKeyId}", which is not in ENCRYPTION_KEYS. Add that key after the current one.`,
    )
  }
  return decrypt(ringKey.key, sealed.sealedKey, boundTo)
}

function encrypt(key: Buffer, plain: Buffer, boundTo: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(boundTo))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function decrypt(key: Buffer, sealed: Buffer, boundTo: string): Buffer {
  const nonce = sealed.subarray(0, nonceBytes)
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
  const decipher = createDecipheriv(algorithm, key, nonce)
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}
