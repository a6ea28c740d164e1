import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses outside the public internet: this machine, private networks, special purposes. */
const privateSubnets = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

const blocked = new BlockList()
for (const subnet of privateSubnets) {
  const [network = '', bits = ''] = subnet.split('/')
  blocked.addSubnet(network, Number(bits), network.includes(':') ? 'ipv6' : 'ipv4')
}

/** True for a private address, and for a text that is no address. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return true
  return blocked.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} leads to a private address`)
    this.name = 'PrivateAddressError'
  }
}

export type Resolver = (
  host: string,
  answer: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void

export const systemResolver: Resolver = (host, answer) => {
  systemLookup(host, { all: true }, (error, addresses) => answer(error, addresses ?? []))
}

/**
 * Resolves a host for the connection that is being made, which then goes to the very addresses that
 * were checked: a name that answers differently the second time gains nothing.
 */
export function checkedLookup(resolve: Resolver, allowsPrivate: boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host, (error, addresses) => {
      const [first] = addresses
      if (error !== null || first === undefined) {
        callback(error ?? new Error(`${host} has no address`), '')
      } else if (!allowsPrivate && addresses.some(({ address }) => isPrivateAddress(address))) {
        callback(new PrivateAddressError(host), '')
      } else if (options.all === true) {
        callback(null, [...addresses])
      } else {
        callback(null, first.address, first.family)
      }
    })
  }
}
