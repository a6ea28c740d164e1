import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { JsonObject } from '../kernel/index.ts'

/** Keys that seal data keys. The first one seals; all of them open. */
export type KeyRing = readonly [RingKey, ...RingKey[]]
export interface RingKey {
  readonly id: string
  readonly key: Buffer
}

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
 * Seals a customer's sensitive data under a key of its own, and that key under the ring's first.
 * Bound to the policy: moved to another policy's row it does not open.
 */
export function sealSensitiveData(ring: KeyRing, policyId: string, data: JsonObject): Sealed {
  const dataKey = randomBytes(keyBytes)
  const [current] = ring
  return {
    ringKeyId: current.id,
    sealedKey: encrypt(current.key, dataKey, policyId),
    sealedData: encrypt(dataKey, Buffer.from(JSON.stringify(data)), policyId),
  }
}

export function openSensitiveData(ring: KeyRing, policyId: string, sealed: Sealed): JsonObject {
  const dataKey = openDataKey(ring, policyId, sealed)
  // It was sealed from an object of the request body.
  return JSON.parse(decrypt(dataKey, sealed.sealedData, policyId).toString()) as JsonObject
}

/** Rotation: the data key is sealed anew under the ring's first key; the data itself stays as it is. */
export function resealDataKey(ring: KeyRing, policyId: string, sealed: Sealed): Sealed {
  const dataKey = openDataKey(ring, policyId, sealed)
  const [current] = ring
  return {
    ringKeyId: current.id,
    sealedKey: encrypt(current.key, dataKey, policyId),
    sealedData: sealed.sealedData,
  }
}

function openDataKey(ring: KeyRing, policyId: string, sealed: Sealed): Buffer {
  const ringKey = ring.find((one) => one.id === sealed.ringKeyId)
  if (ringKey === undefined) {
    throw new Error(
      `Sensitive data of ${policyId} is sealed with the key "${sealed.ringKeyId}", which is not in ENCRYPTION_KEYS. Add that key behind the current one.`,
    )
  }
  return decrypt(ringKey.key, sealed.sealedKey, policyId)
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
