import type { Clock } from '../../kernel/index.ts'
import {
  type Resolver,
  addressRefusal,
  signatureHeaders,
  systemResolver,
} from '../../outside/index.ts'
import type { HttpPricingSettings } from '../../settings/index.ts'
import { RaterHost, type RaterResponse } from './rater-host.ts'

/** A question to a rater. */
export interface RaterQuestion {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Names the question; a question that is sent again keeps its name. */
  readonly id: string
  readonly body: string
  readonly deadlineMs: number
}

export type { RaterResponse } from './rater-host.ts'

/** Of the operator's settings what decides who may be asked, and no secret. */
export interface RaterRules extends Pick<HttpPricingSettings, 'hosts' | 'allowsPrivate'> {
  readonly canSign: boolean
}

/** The way to raters outside; one for the whole process. */
export interface HttpPricingConnection {
  readonly rules: RaterRules
  /** Why the operator's settings do not let this address be asked, or null. */
  refusalOf(url: URL): { readonly message: string; readonly fix: string } | null
  /** Settles at the deadline at the latest, and never throws. */
  ask(question: RaterQuestion): Promise<RaterResponse>
  close(): Promise<void>
}

export function openHttpPricing(
  settings: HttpPricingSettings,
  deps: { readonly clock: Clock; readonly resolve?: Resolver },
): HttpPricingConnection {
  const { hosts: hostsAllowed, allowsPrivate, secrets } = settings
  const rules: RaterRules = { hosts: hostsAllowed, allowsPrivate, canSign: secrets.length > 0 }
  const hosts = new Map<string, RaterHost>()
  const hostOf = (origin: string): RaterHost => {
    const known = hosts.get(origin)
    if (known !== undefined) return known
    const host = new RaterHost(origin, {
      allowsPrivate: settings.allowsPrivate,
      resolve: deps.resolve ?? systemResolver,
      nowMs: () => deps.clock().epochMilliseconds,
    })
    hosts.set(origin, host)
    return host
  }
  return {
    rules,
    refusalOf: (url) => refusalOf(url, rules),
    async ask({ url, headers, id, body, deadlineMs }) {
      const refusal = refusalOf(url, rules)
      if (refusal !== null) return { ok: false, reason: `may not be asked: ${refusal.message}` }
      return hostOf(url.origin).ask({
        path: url.pathname + url.search,
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...signatureHeaders({ id, at: deps.clock(), body }, settings.secrets),
        },
        body,
        deadlineMs,
      })
    },
    async close() {
      await Promise.all([...hosts.values()].map((host) => host.close()))
      hosts.clear()
    },
  }
}

export function refusalOf(url: URL, rules: RaterRules) {
  const { host, protocol } = url
  const withPort = url.port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host
  if (!rules.hosts.includes(host) && !rules.hosts.includes(withPort)) {
    return {
      message: `The host ${host} is not an allowed rater.`,
      fix: `Ask the operator to add ${host} to PRICING_HTTP_HOSTS.`,
    }
  }
  if (!rules.canSign) {
    return {
      message: 'There is no secret to sign requests with.',
      fix: 'Ask the operator to set PRICING_HTTP_SECRET.',
    }
  }
  return addressRefusal(url, { ...rules, privateSetting: 'PRICING_HTTP_PRIVATE' })
}
