import type { JsonObject } from '../kernel/index.ts'
import { type KeyRing, type Sealed, open, seal } from '../sealing/index.ts'

/** Seals a customer's sensitive data, bound to the policy. */
export function sealSensitiveData(ring: KeyRing, policyId: string, data: JsonObject): Sealed {
  return seal(ring, policyId, Buffer.from(JSON.stringify(data)))
}

export function openSensitiveData(ring: KeyRing, policyId: string, sealed: Sealed): JsonObject {
  // It was sealed from an object of the request body.
  return JSON.parse(open(ring, policyId, sealed).toString()) as JsonObject
}
