import type { Caller } from './caller.ts'
import type { RevokeMandate, SetUpMandate } from './generated.ts'
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
    /** A link by which the customer gives a new mandate, without paying anything. */
    createLink: (policyId: string, options?: CallOptions) =>
      call('createMandateLink', { ...options, params: { policyId } }),
    /** What the holder of a link can do, and has done by it. */
    showLink: (policyId: string, token: string, options?: CallOptions) =>
      call('showMandateLink', {
        ...options,
        params: { policyId },
        headers: { 'mandate-token': token },
      }),
    /** Gives a mandate by a link; follow `next_action` while it is pending. */
    setUp: (policyId: string, token: string, body: SetUpMandate, options?: CallOptions) =>
      call('setUpMandate', {
        ...options,
        params: { policyId },
        headers: { 'mandate-token': token },
        body,
      }),
  }
}
