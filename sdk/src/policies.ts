import { BinderyError } from './bindery-error.ts'
import type { Caller } from './caller.ts'
import type {
  AcceptedTransaction,
  AdjustPremium,
  CancelPolicy,
  ChangePolicyholder,
  EndorseNextTerm,
  EndorsePolicy,
  Policy,
  PreviewTransaction,
  MoveEnd,
  RecordDelivery,
  ReinstatePolicy,
  RetryRenewal,
  VersionStatus,
  WithdrawPolicy,
  Operations,
} from './generated.ts'
import type { CallOptions } from './operation.ts'
import { pause } from './retry.ts'

const pollMsFirst = 10
const pollMsMax = 250
const waitSecondsDefault = 30

export interface WaitOptions extends CallOptions {
  readonly timeoutSeconds?: number
}

export function policiesOf({ call }: Caller) {
  return {
    /** The whole policy; needs a secret key. */
    async get(policyId: string, options?: CallOptions): Promise<Policy> {
      const policy = await call('showPolicy', { ...options, params: { policyId } })
      if ('version_id' in policy) return policy
      throw new BinderyError({
        kind: 'authentication',
        status: 200,
        message: 'A public key can only read the status of a policy. Use policies.status.',
      })
    },
    /** The policy on another day, or as it was known at a moment in the past. */
    async asOf(
      policyId: string,
      query: NonNullable<Operations['showPolicy']['query']>,
      options?: CallOptions,
    ): Promise<Policy> {
      const policy = await call('showPolicy', { ...options, params: { policyId }, query })
      if ('version_id' in policy) return policy
      throw new Error('the server takes a public key for such a question')
    },
    /** The account statement, as of today or another day. */
    account: (
      policyId: string,
      query?: NonNullable<Operations['showAccount']['query']>,
      options?: CallOptions,
    ) => call('showAccount', { ...options, params: { policyId }, ...(query && { query }) }),
    /** What any key may see: id, numbers and status. */
    status: (policyId: string, options?: CallOptions) =>
      call('showPolicy', { ...options, params: { policyId } }),
    /** Previews a transaction for the version you last saw; nothing changes. */
    preview: (
      policy: { readonly id: string; readonly version_id: string },
      body: PreviewTransaction,
      options?: CallOptions,
    ) =>
      call('previewTransaction', {
        ...options,
        params: { policyId: policy.id },
        headers: { 'If-Match': policy.version_id },
        body,
      }),
    /** Endorses the version you last saw, from a day on; await `waitForVersion` for the outcome. */
    endorse: (
      policy: { readonly id: string; readonly version_id: string },
      body: EndorsePolicy,
      options?: CallOptions,
    ) =>
      call('endorsePolicy', {
        ...options,
        params: { policyId: policy.id },
        headers: { 'If-Match': policy.version_id },
        body,
      }),
    /** Hands the version you last saw to another policyholder, as a new customer, from today on. */
    changePolicyholder: (
      policy: { readonly id: string; readonly version_id: string },
      body: ChangePolicyholder,
      options?: CallOptions,
    ) =>
      call('changePolicyholder', {
        ...options,
        params: { policyId: policy.id },
        headers: { 'If-Match': policy.version_id },
        body,
      }),
    /** Cancels the version you last saw; if the policy has changed since, rejects with `versionMismatch`. */
    cancel: (
      policy: { readonly id: string; readonly version_id: string },
      body: CancelPolicy,
      options?: CallOptions,
    ) =>
      call('cancelPolicy', {
        ...options,
        params: { policyId: policy.id },
        headers: { 'If-Match': policy.version_id },
        body,
      }),
    /** Adjusts the premium of a term that is over to declared values; await `waitForVersion` for the outcome. */
    adjustPremium: (
      policy: { readonly id: string; readonly version_id: string },
      body: AdjustPremium,
      options?: CallOptions,
    ) =>
      call('adjustPremium', {
        ...options,
        params: { policyId: policy.id },
        headers: { 'If-Match': policy.version_id },
        body,
      }),
    /** Moves the last day of a policy that was cancelled for later. */
    moveEnd: (
      policy: { readonly id: string; readonly version_id: string },
      body: MoveEnd,
      options?: CallOptions,
    ) =>
      call('moveEnd', {
        ...options,
        params: { policyId: policy.id },
        headers: { 'If-Match': policy.version_id },
        body,
      }),
    /** Withdraws from the version you last saw, as the customer asked; await `waitForVersion` for the outcome. */
    withdraw: (
      policy: { readonly id: string; readonly version_id: string },
      body: WithdrawPolicy,
      options?: CallOptions,
    ) =>
      call('withdrawPolicy', {
        ...options,
        params: { policyId: policy.id },
        headers: { 'If-Match': policy.version_id },
        body,
      }),
    /** The right of withdrawal, its period, and the deliveries of documents. */
    withdrawal: (policyId: string, options?: CallOptions) =>
      call('showWithdrawal', { ...options, params: { policyId } }),
    /** Records the day on which documents reached the customer. */
    recordDelivery: (policyId: string, body: RecordDelivery, options?: CallOptions) =>
      call('recordDelivery', { ...options, params: { policyId }, body }),
    /** Reinstates a cancelled policy, with or without a gap; its status has the payment due. */
    reinstate: (
      policy: { readonly id: string; readonly version_id: string },
      body: ReinstatePolicy,
      options?: CallOptions,
    ) =>
      call('reinstatePolicy', {
        ...options,
        params: { policyId: policy.id },
        headers: { 'If-Match': policy.version_id },
        body,
      }),
    /** The renewal of a policy, which can be decided until the next term begins. */
    renewal: {
      show: (policyId: string, options?: CallOptions) =>
        call('showRenewal', { ...options, params: { policyId } }),
      /**
       * With a payment plan, prices the next term with it. With a preview token, accepts exactly the
       * previewed term, or is refused.
       */
      accept: (
        policyId: string,
        {
          previewToken,
          planId,
          ...options
        }: CallOptions & { readonly previewToken?: string; readonly planId?: string } = {},
      ) =>
        call('acceptRenewal', {
          ...options,
          params: { policyId },
          body: {
            ...(planId !== undefined && { subscription_plan_id: planId }),
            ...(previewToken !== undefined && { preview_token: previewToken }),
          },
        }),
      decline: (policyId: string, options?: CallOptions) =>
        call('declineRenewal', { ...options, params: { policyId } }),
      /** Prices a blocked or knocked-out renewal again. */
      retry: (policyId: string, body: RetryRenewal, options?: CallOptions) =>
        call('retryRenewal', { ...options, params: { policyId }, body }),
      /** The endorsements that take effect with a next term. */
      endorsements: (policyId: string, options?: CallOptions) =>
        call('showNextTermEndorsements', { ...options, params: { policyId } }),
      /** Records a change that takes effect with the next term, which is priced with it. */
      endorse: (policyId: string, body: EndorseNextTerm, options?: CallOptions) =>
        call('recordNextTermEndorsement', { ...options, params: { policyId }, body }),
      /** Takes back a change of the next term. */
      revokeEndorsement: (policyId: string, endorsementId: string, options?: CallOptions) =>
        call('revokeNextTermEndorsement', { ...options, params: { policyId, endorsementId } }),
    },
    /** Why the price changed, in shares that add up to the difference; the latest change by default. */
    why: (
      policyId: string,
      query?: NonNullable<Operations['showPriceChange']['query']>,
      options?: CallOptions,
    ) => call('showPriceChange', { ...options, params: { policyId }, ...(query && { query }) }),
    /** Waits until an accepted transaction is done or has failed: see the status. */
    waitForVersion: async (
      accepted: AcceptedTransaction,
      { timeoutSeconds = waitSecondsDefault, ...options }: WaitOptions = {},
    ): Promise<VersionStatus> => {
      const params = { policyId: accepted.policy_id, versionId: versionIdOf(accepted) }
      // A monotonic clock: the time of day may be adjusted.
      const until = performance.now() + timeoutSeconds * 1000
      for (let pollMs = pollMsFirst; ; pollMs = Math.min(pollMs * 2, pollMsMax)) {
        const version = await call('showVersionStatus', { ...options, params })
        if (version.status !== 'processing') return version
        if (performance.now() >= until) throw tooLate(params.versionId, timeoutSeconds)
        await pause(pollMs, options.signal)
      }
    },
  }
}

/** The answer names the new version in its status link only. */
function versionIdOf({ _links }: AcceptedTransaction): string {
  const versionId = /\/versions\/([^/]+)\/status$/.exec(_links.status.href)?.[1]
  if (versionId === undefined) throw new Error(`${_links.status.href} is not a link to a version`)
  return decodeURIComponent(versionId)
}

function tooLate(versionId: string, seconds: number): BinderyError {
  const message = `Version ${versionId} is still being processed after ${seconds} seconds.`
  return new BinderyError({ kind: 'timeout', status: 0, message })
}
