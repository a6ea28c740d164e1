import type { KeyRing } from './key-ring.ts'
import { type Sealed, open, seal } from './seal.ts'

/** A sealed key of 32 bytes, with its nonce and its tag. */
const sealedKeyBytes = 60

/** A self-contained token: only we can write one, and none is stored. */
export function writeSealedToken(ring: KeyRing, boundTo: string, content: string): string {
  const { ringKeyId, sealedKey, sealedData } = seal(ring, boundTo, Buffer.from(content))
  const id = Buffer.from(ringKeyId)
  return Buffer.concat([Buffer.from([id.length]), id, sealedKey, sealedData]).toString('base64url')
}

/** The content of the token; null where it is not ours, or its key has left the ring. */
export function readSealedToken(ring: KeyRing, boundTo: string, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  const [idBytes = 0] = bytes
  const [idEnd, keyEnd] = [1 + idBytes, 1 + idBytes + sealedKeyBytes]
  const sealed: Sealed = {
    ringKeyId: bytes.toString('utf8', 1, idEnd),
    sealedKey: bytes.subarray(idEnd, keyEnd),
    sealedData: bytes.subarray(keyEnd),
  }
  try {
    return open(ring, boundTo, sealed).toString()
  } catch {
    return null
  }
}
