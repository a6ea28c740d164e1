import type { Resolver } from '../outside/index.ts'

/** What the operator allows of receivers. */
export interface WebhookSettings {
  /** True where webhooks may go to the operator's own network, also without encryption. */
  readonly allowsPrivate: boolean
  /** Replaces DNS in tests. */
  readonly resolve?: Resolver
  /** How long a receiver may take; shorter in tests. */
  readonly deadlineMs?: number
}

export const privateSetting = 'WEBHOOKS_PRIVATE'
