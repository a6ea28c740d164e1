import { isIP } from 'node:net'
import { isPrivateAddress } from './private-address.ts'

/** Why a request may not go to this address, as far as that is known before its DNS lookup. */
export function addressRefusal(
  { hostname, protocol }: URL,
  rules: { readonly allowsPrivate: boolean; readonly privateSetting: string },
): { readonly message: string; readonly fix: string } | null {
  if (rules.allowsPrivate) return null
  if (protocol !== 'https:') {
    return { message: 'The address is not encrypted.', fix: 'Use an address with https.' }
  }
  const address = hostname.replace(/^\[|\]$/g, '')
  const isInside = isIP(address) === 0 ? isOwnName(address) : isPrivateAddress(address)
  if (!isInside) return null
  return {
    message: `${hostname} is a private address.`,
    fix: `Use a public address, or let the operator set ${rules.privateSetting}=allow.`,
  }
}

/** Names that are this machine's own by definition. */
function isOwnName(host: string): boolean {
  return /(^|\.)localhost\.?$/.test(host)
}
