import type { Clock } from '../kernel/index.ts'
import {
  type Resolver,
  openDnsResolver,
  readSigningSecret,
  systemResolver,
} from '../outside/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { WebhookSettings } from '../settings/index.ts'
import { Receiver } from './receiver.ts'
import type { Webhook } from './webhook.ts'
import { type WebhookSecret, openSecret } from './webhook-secret.ts'

export interface ReceiverDeps {
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly webhookSettings: WebhookSettings
}

/** Opens the connection to an endpoint, with its decrypted secrets. */
export function openReceiver(
  { clock, keyRing, webhookSettings }: ReceiverDeps,
  webhook: Webhook,
  sealed: readonly WebhookSecret[],
): Receiver {
  const { allowsPrivate, resolve, deadlineMs } = webhookSettings
  const secrets = sealed.flatMap((one) => {
    const text = openSecret(keyRing, one)
    const key = readSigningSecret(text)
    return key === null ? [] : [{ expiresAt: one.expiresAt, secret: { text, key } }]
  })
  return new Receiver({
    way: wayTo(webhook, sealed),
    url: webhook.url,
    legacyHeaders: webhook.legacyHeaders,
    secrets: (now) =>
      secrets.filter(({ expiresAt }) => isInForce(expiresAt, now)).map(({ secret }) => secret),
    allowsPrivate,
    resolve: resolve ?? resolverFor(webhookSettings),
    clock,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  })
}

/** Identifies the configuration of a receiver: while it stays the same, connections are kept. */
export function wayTo(webhook: Webhook, sealed: readonly WebhookSecret[]): string {
  const secrets = sealed.map(({ number, expiresAt }) => [number, expiresAt?.toString()])
  return JSON.stringify([webhook.url, webhook.legacyHeaders, secrets])
}

function isInForce(expiresAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return expiresAt === null || Temporal.Instant.compare(expiresAt, now) > 0
}

const nameServers = openDnsResolver()

/** Names of a private network are known to the system's resolver only. */
function resolverFor({ allowsPrivate }: WebhookSettings): Resolver {
  return allowsPrivate ? systemResolver : nameServers
}
