/** How mails are sent. */
export interface MailSettings {
  /** The mail server, as an smtp or smtps address; null where mails are kept and none is sent. */
  readonly url: string | null
  /** The address that mails are from. */
  readonly from: string
  /** Addresses, or domains such as `@example.com`, that mails of test mode are sent to. */
  readonly testAddresses: readonly string[]
  readonly dkim: DkimKey | null
}

export interface DkimKey {
  readonly domain: string
  readonly selector: string
  /** The private key in PEM. */
  readonly key: string
}

const addressShape = /^[^\s@<>"'(),:;[\]\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/i
const listedShape = /^(?:[^\s@,]{1,64})?@[a-z0-9.-]+$/i
const dkimShape = /^([a-z0-9.-]+):([a-z0-9._-]+):([A-Za-z0-9+/=]+)$/i

export function readMailSettings(
  given: {
    readonly url: string | undefined
    readonly from: string | undefined
    readonly testAddresses: string | undefined
    readonly dkim: string | undefined
  },
  host: string,
): { readonly settings: MailSettings; readonly problems: readonly string[] } {
  const problems: string[] = []
  const { url = null, from = `no-reply@${host}` } = given
  if (url !== null && !/^smtps?:$/.test(URL.parse(url)?.protocol ?? '')) {
    problems.push('MAIL_URL must be an address such as smtps://user:password@mail.example.com.')
  }
  if (!addressShape.test(from)) {
    problems.push(`MAIL_FROM must be an e-mail address, not "${from}".`)
  }
  const testAddresses = (given.testAddresses ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '')
  for (const one of testAddresses) {
    if (listedShape.test(one)) continue
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
  return { settings: { url, from, testAddresses, dkim }, problems }
}
