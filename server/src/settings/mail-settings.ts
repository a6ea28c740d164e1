import type { Resolver } from '../outside/index.ts'

/** By which server mails go, and as what. */
export interface MailRoute {
  /** The mail server, as an smtp or smtps address; null where mails are kept and none is sent. */
  readonly url: string | null
  /** The address that mails are from. */
  readonly from: string
  /** Addresses, or domains such as `@example.com`, that mails of test mode are sent to. */
  readonly testAddresses: readonly string[]
  readonly dkim: DkimKey | null
  /** The domain of return addresses, to which servers report; null where nobody reads reports. */
  readonly bounceDomain: string | null
}

/** The route of the installation, and what the operator allows of the servers that insurers name. */
export interface MailSettings extends MailRoute {
  /** True where mail servers of insurers may be in the operator's own network. */
  readonly allowsPrivate: boolean
  /** Replaces DNS in tests. */
  readonly resolve?: Resolver
  /** How long a server may be silent; shorter in tests. */
  readonly silenceMs?: number
}

export const privateMailSetting = 'MAIL_PRIVATE'

export interface DkimKey {
  readonly domain: string
  readonly selector: string
  /** The private key in PEM. */
  readonly key: string
}

export const mailAddressShape = /^[^\s@<>"'(),:;[\]\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/i
export const listedAddressShape = /^(?:[^\s@,]{1,64})?@[a-z0-9.-]+$/i
export const domainShape = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i
const dkimShape = /^([a-z0-9.-]+):([a-z0-9._-]+):([A-Za-z0-9+/=]+)$/i

export function readMailSettings(
  given: {
    readonly url: string | undefined
    readonly from: string | undefined
    readonly testAddresses: string | undefined
    readonly dkim: string | undefined
    readonly bounceDomain: string | undefined
  },
  host: string,
): { readonly settings: MailRoute; readonly problems: readonly string[] } {
  const problems: string[] = []
  const { url = null, from = `no-reply@${host}` } = given
  if (url !== null && !/^smtps?:$/.test(URL.parse(url)?.protocol ?? '')) {
    problems.push('MAIL_URL must be an address such as smtps://user:password@mail.example.com.')
  }
  if (!mailAddressShape.test(from)) {
    problems.push(`MAIL_FROM must be an e-mail address, not "${from}".`)
  }
  const testAddresses = (given.testAddresses ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '')
  for (const one of testAddresses) {
    if (listedAddressShape.test(one)) continue
    problems.push(
      `MAIL_TEST_ADDRESSES takes addresses and domains such as @example.com, not "${one}".`,
    )
  }
  const [, domain, selector, encoded] = dkimShape.exec(given.dkim ?? '') ?? []
  if (given.dkim !== undefined && encoded === undefined) {
    problems.push('MAIL_DKIM takes domain:selector:key, the private key as PEM in base64.')
  }
  const dkim =
    domain === undefined || selector === undefined || encoded === undefined
      ? null
      : { domain, selector, key: Buffer.from(encoded, 'base64').toString() }
  const { bounceDomain = null } = given
  if (bounceDomain !== null && !domainShape.test(bounceDomain)) {
    problems.push(`MAIL_BOUNCE_DOMAIN must be a domain, not "${bounceDomain}".`)
  }
  return { settings: { url, from, testAddresses, dkim, bounceDomain }, problems }
}
