import type { JsonObject, PolicyId } from '../kernel/index.ts'
import { type KeyRing, type Sealed, open, seal } from '../sealing/index.ts'
import { bindingOf } from '../policies/index.ts'

/** Seals a customer's sensitive data, bound to the policy. */
export function sealSensitiveData(ring: KeyRing, policyId: PolicyId, data: JsonObject): Sealed {
  return seal(ring, bindingOf('sensitive_data', policyId), Buffer.from(JSON.stringify(data)))
}

export function openSensitiveData(ring: KeyRing, policyId: PolicyId, sealed: Sealed): JsonObject {
  // It was sealed from an object of the request body.
  return JSON.parse(
    open(ring, bindingOf('sensitive_data', policyId), sealed).toString(),
  ) as JsonObject
}
