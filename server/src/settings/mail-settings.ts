import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import type { NameServers, Resolver } from '../outside/index.ts'

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
  /** Whom `mails check` asks; the name servers of the system where it is left out. */
  readonly nameServers?: NameServers
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
    readonly nameServers: string | undefined
  },
  host: string,
): {
  readonly settings: MailRoute & Required<Pick<MailSettings, 'nameServers'>>
  readonly problems: readonly string[]
} {
  const problems: string[] = []
  const { url = null, from = `no-reply@${host}` } = given
  if (url !== null && !/^smtps?:$/.test(URL.parse(url)?.protocol ?? '')) {
    problems.push('MAIL_URL must be an address such as smtps://user:password@mail.example.com.')
  }
  if (!mailAddressShape.test(from)) {
    problems.push(`MAIL_FROM must be an e-mail address, not "${from}".`)
  }
  const testAddresses = listed(given.testAddresses).map((one) => one.toLowerCase())
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
  if (dkim !== null && !isRsaKey(dkim.key)) {
    problems.push(
      'MAIL_DKIM has no RSA private key: it takes domain:selector:key, the key as PEM in base64.',
    )
  }
  const nameServers = listed(given.nameServers)
  for (const one of nameServers) {
    if (isNameServer(one)) continue
    problems.push(`MAIL_DNS takes addresses such as 192.0.2.53 or 192.0.2.53:5300, not "${one}".`)
  }
  const { bounceDomain = null } = given
  if (bounceDomain !== null && !domainShape.test(bounceDomain)) {
    problems.push(`MAIL_BOUNCE_DOMAIN must be a domain, not "${bounceDomain}".`)
  }
  const settings = { url, from, testAddresses, dkim, bounceDomain }
  return { settings: { ...settings, nameServers: { addresses: nameServers } }, problems }
}

function listed(text = ''): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** What nodemailer signs with. */
export function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

function isNameServer(text: string): boolean {
  const [, six, four, port = '53'] =
    /^(?:\[([0-9a-f:.]+)\]|([0-9.]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
  return isIP(text) !== 0 || (isIP(six ?? four ?? '') !== 0 && Number(port) <= 65_535)
}
