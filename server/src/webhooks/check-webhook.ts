import { addressRefusal } from '../outside/index.ts'
import { type WebhookSettings, privateSetting } from '../settings/index.ts'
import { headerNotAllowed, urlNotAllowed } from './reasons.ts'
import type { LegacyHeaders } from './webhook.ts'

/**
 * Refuses an address that messages may not go to, as far as that is known before its DNS lookup.
 */
export function assertUrlAllowed(text: string, { allowsPrivate }: WebhookSettings): void {
  const url = URL.parse(text)
  const isFine =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.hash === '' &&
    url.port !== '0'
  if (!isFine) {
    throw urlNotAllowed(
      'The URL is not valid.',
      'Write an address such as https://crm.example.com/hooks, without user name, password or #.',
    )
  }
  const refusal = addressRefusal(url, { allowsPrivate, privateSetting })
  if (refusal !== null) throw urlNotAllowed(refusal.message, refusal.fix)
}

/** Headers that we set ourselves, or that control the connection. */
const takenHeaders =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|date|user-agent|proxy-.*|content-.*|accept|accept-encoding|webhook-.*|authorization|cookie)$/i

export function assertHeadersFree({ event, delivery, signature }: LegacyHeaders): void {
  const seen = new Set<string>()
  for (const name of [event, delivery, signature]) {
    const isFree = /^[A-Za-z0-9-]+$/.test(name) && !takenHeaders.test(name)
    if (!isFree || seen.has(name.toLowerCase())) throw headerNotAllowed(name)
    seen.add(name.toLowerCase())
  }
}
