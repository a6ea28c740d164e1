import { isIP } from 'node:net'
import { passkeysNeedName } from '../factors/reasons.ts'

/** For whom browsers keep passkeys, and the origin of the pages that may use them. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** The names of the local machine. Browsers keep passkeys for the first alone. */
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Passkeys belong to a host name: an IP address has none. */
export function relyingPartyOf(publicUrl: string, page: string | undefined): RelyingParty {
  const url = new URL(publicUrl)
  if (loopbackNames.includes(url.hostname)) url.hostname = 'localhost'
  const { hostname: id, origin } = url
  if (isIP(id.replaceAll(/[[\]]/g, '')) !== 0) {
    throw passkeysNeedName(`Set PUBLIC_URL to an address with a host name, instead of ${origin}.`)
  }
  if (page !== undefined && page !== origin) {
    throw passkeysNeedName(
      `Open this page by ${origin}, or set PUBLIC_URL to the address in your browser.`,
    )
  }
  return { id, origin }
}
