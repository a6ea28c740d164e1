import type { Resolver } from '../outside/index.ts'

/** What the operator allows of identity providers. */
export interface SingleSignOnSettings {
  /** True where providers may be in the operator's own network. */
  readonly allowsPrivate: boolean
  /** Replaces DNS in tests. */
  readonly resolve?: Resolver
  /** How long a provider may take for one answer; shorter in tests. */
  readonly deadlineMs?: number
}

export const privateProviderSetting = 'SINGLE_SIGN_ON_PRIVATE'
