import { BinderyError } from './bindery-error.ts'
import type { Caller } from './caller.ts'
import type {
  AcceptedTransaction,
  CancelPolicy,
  ChangePolicy,
  Policy,
  PreviewTransaction,
  ReinstatePolicy,
  RetryRenewal,
  VersionStatus,
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
    /** The whole policy, which takes a secret key. */
    async get(policyId: string, options?: CallOptions): Promise<Policy> {
      const policy = await call('showPolicy', { ...options, params: { policyId } })
      if ('version_id' in policy) return policy
      throw new BinderyError({
        kind: 'authentication',
        status: 200,
        message: 'A public key sees the status of a policy alone: use policies.status.',
      })
    },
    /** The same as of another day, and as far as it was known at a moment in the past. */
    async asOf(
      policyId: string,
      query: NonNullable<Operations['showPolicy']['query']>,
      options?: CallOptions,
    ): Promise<Policy> {
      const policy = await call('showPolicy', { ...options, params: { policyId }, query })
      if ('version_id' in policy) return policy
      throw new Error('the server takes a public key for such a question')
    },
    /** The statement of its account, today or as it stood on another day. */
    account: (
      policyId: string,
      query?: NonNullable<Operations['showAccount']['query']>,
      options?: CallOptions,
    ) => call('showAccount', { ...options, params: { policyId }, ...(query && { query }) }),
    /** What any key may see: id, numbers and status. */
    status: (policyId: string, options?: CallOptions) =>
      call('showPolicy', { ...options, params: { policyId } }),
    /** What an order would come to for the policy as you last saw it; nothing changes. */
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
    /** Changes the policy as you last saw it, from a day on; `waitForVersion` tells when it is done. */
    endorse: (
      policy: { readonly id: string; readonly version_id: string },
      body: ChangePolicy,
      options?: CallOptions,
    ) =>
      call('endorsePolicy', {
        ...options,
        params: { policyId: policy.id },
        headers: { 'If-Match': policy.version_id },
        body,
      }),
    /** Cancels the policy as you last saw it; one that has changed since is a `versionMismatch`. */
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
    /** Lets a cancelled policy go on, with or without a gap; see the status for what is to be paid. */
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
    /** The next term of a policy: decided on until it begins. */
    renewal: {
      show: (policyId: string, options?: CallOptions) =>
        call('showRenewal', { ...options, params: { policyId } }),
      /** With the token of a preview, it is of exactly the term that was looked at, or is refused. */
      accept: (
        policyId: string,
        { previewToken, ...options }: CallOptions & { readonly previewToken?: string } = {},
      ) =>
        call('acceptRenewal', {
          ...options,
          params: { policyId },
          ...(previewToken !== undefined && { query: { preview_token: previewToken } }),
        }),
      decline: (policyId: string, options?: CallOptions) =>
        call('declineRenewal', { ...options, params: { policyId } }),
      /** Prices it again, where it was blocked or knocked out. */
      retry: (policyId: string, body: RetryRenewal, options?: CallOptions) =>
        call('retryRenewal', { ...options, params: { policyId }, body }),
    },
    /** Why the price changed, in shares that sum to the difference: the last change if nothing is named. */
    why: (
      policyId: string,
      query?: NonNullable<Operations['showPriceChange']['query']>,
      options?: CallOptions,
    ) => call('showPriceChange', { ...options, params: { policyId }, ...(query && { query }) }),
    /** Waits until an accepted order is done, or has failed: see the status. */
    waitForVersion: async (
      accepted: AcceptedTransaction,
      { timeoutSeconds = waitSecondsDefault, ...options }: WaitOptions = {},
    ): Promise<VersionStatus> => {
      const params = { policyId: accepted.policy_id, versionId: versionIdOf(accepted) }
      // Not the time of day, which people and machines set.
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
  if (versionId === undefined) throw new Error(`${_links.status.href} is no link to a version`)
  return decodeURIComponent(versionId)
}

function tooLate(versionId: string, seconds: number): BinderyError {
  const message = `Version ${versionId} is still being processed after ${seconds} seconds.`
  return new BinderyError({ kind: 'timeout', status: 0, message })
}
