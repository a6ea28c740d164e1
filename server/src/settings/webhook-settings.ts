import type { Resolver } from '../outside/index.ts'

/** What the operator allows of receivers. */
export interface WebhookSettings {
  /** True where addresses of the operator's own network may be told, and without encryption. */
  readonly allowsPrivate: boolean
  /** Other than by the network, in tests. */
  readonly resolve?: Resolver
  /** How long a receiver may take; shorter in tests. */
  readonly deadlineMs?: number
}

export const privateSetting = 'WEBHOOKS_PRIVATE'
