import type { Caller } from './caller.ts'
import type { RevokeMandate } from './generated.ts'
import type { CallOptions } from './operation.ts'

/** The permissions of a customer to collect instalments. */
export function mandatesOf({ call }: Caller) {
  return {
    /** All mandates of a policy, the active one last. */
    list: (policyId: string, options?: CallOptions) =>
      call('showMandates', { ...options, params: { policyId } }),
    /** Revokes a mandate for the customer: nothing is collected with it from then on. */
    revoke: (policyId: string, mandateId: string, body: RevokeMandate, options?: CallOptions) =>
      call('revokeMandate', { ...options, params: { policyId, mandateId }, body }),
  }
}
