import { isIP } from 'node:net'
import { isPrivateAddress } from './private-address.ts'

interface AddressRules {
  readonly allowsPrivate: boolean
  /** The setting by which the operator allows private addresses. */
  readonly privateSetting: string
}

interface AddressRefusal {
  readonly message: string
  readonly fix: string
}

/** Why a request may not go to this address, as far as that is known before its DNS lookup. */
export function addressRefusal(
  { hostname, protocol }: URL,
  rules: AddressRules,
): AddressRefusal | null {
  if (rules.allowsPrivate) return null
  if (protocol !== 'https:') {
    return { message: 'The address is not encrypted.', fix: 'Use an address with https.' }
  }
  return hostRefusal(hostname, rules)
}

/** The same for a host alone, whatever is spoken with it. */
export function hostRefusal(hostname: string, rules: AddressRules): AddressRefusal | null {
  if (rules.allowsPrivate) return null
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
