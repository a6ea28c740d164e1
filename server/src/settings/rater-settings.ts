import { readSigningSecret, signingSecretForm } from '../outside/index.ts'

/** What the operator allows external raters: read from the environment once. */
export interface HttpPricingSettings {
  /**
   * Hosts that may be asked, in lower case: `rater.example.com`, or `localhost:9000` with a port.
   */
  readonly hosts: readonly string[]
  /** True where addresses of the operator's own network may be asked, and without encryption. */
  readonly allowsPrivate: boolean
  /** Keys that requests are signed with; more than one while they are being exchanged. */
  readonly secrets: readonly Uint8Array[]
}

const hostShape = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/

/**
 * Reads the three settings as the environment gives them; problems are sentences for the operator.
 */
export function readHttpPricingSettings(given: {
  readonly hosts: string | undefined
  readonly private: string | undefined
  readonly secret: string | undefined
}): { readonly settings: HttpPricingSettings; readonly problems: readonly string[] } {
  const problems: string[] = []
  const hosts = entriesOf(given.hosts).map((host) => host.toLowerCase())
  for (const host of hosts) {
    const [isHost, port] = hostShape.exec(host) ?? []
    if (isHost !== undefined && Number(port ?? 1) >= 1 && Number(port ?? 1) <= 65_535) continue
    problems.push(
      `PRICING_HTTP_HOSTS must be a list of hosts such as rater.example.com,localhost:9000, without http:// and paths, not "${host}".`,
    )
  }
  const isPrivate = given.private ?? ''
  if (isPrivate !== '' && isPrivate !== 'allow' && isPrivate !== 'refuse') {
    problems.push(`PRICING_HTTP_PRIVATE must be allow or refuse, not "${isPrivate}".`)
  }
  const secrets = entriesOf(given.secret).flatMap((secret) => {
    const key = readSigningSecret(secret)
    if (key !== null) return [key]
    problems.push(`PRICING_HTTP_SECRET must be ${signingSecretForm}.`)
    return []
  })
  return { settings: { hosts, allowsPrivate: isPrivate === 'allow', secrets }, problems }
}

function entriesOf(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
