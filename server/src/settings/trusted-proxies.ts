import { BlockList, isIP, isIPv6 } from 'node:net'

/** The proxies whose statement of a client's address is believed. */
export type TrustedProxies = (address: string) => boolean

/** Reads `10.0.0.7, 192.168.0.0/16, fd00::/8`; reports each wrong entry. */
export function readTrustedProxies(text: string): {
  readonly trusts: TrustedProxies
  readonly problems: readonly string[]
} {
  const list = new BlockList()
  const problems: string[] = []
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((one) => one !== '')
  for (const entry of entries) {
    if (!addRange(list, entry))
      problems.push(`"${entry}" is neither an address nor a range of addresses`)
  }
  return {
    trusts: (address) =>
      entries.length > 0 && isIP(address) !== 0 && list.check(address, familyOf(address)),
    problems,
  }
}

function addRange(list: BlockList, entry: string): boolean {
  const [network = '', bits, ...rest] = entry.split('/')
  if (isIP(network) === 0 || rest.length > 0) return false
  const bitsMax = isIPv6(network) ? 128 : 32
  if (bits === undefined) list.addAddress(network, familyOf(network))
  else if (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax) {
    list.addSubnet(network, Number(bits), familyOf(network))
  } else return false
  return true
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
