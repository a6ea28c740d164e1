import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { IncomingMessage } from 'node:http'
import type { TrustedProxies } from '../../settings/index.ts'

/**
 * The address of the client. A forwarded address counts only if it comes from trusted proxies:
 * `X-Forwarded-For` is read from the right, where the nearest proxy wrote, and never as far as the
 * part that a client may have written itself.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusts: TrustedProxies,
): string {
  let address = plainAddress(socket.remoteAddress ?? '') ?? 'unknown'
  if (!trusts(address)) return address
  const hops = String(headers['x-forwarded-for'] ?? '').split(',')
  while (trusts(address)) {
    const next = plainAddress(hops.pop()?.trim() ?? '')
    if (next === null) break
    address = next
  }
  return address
}

/** An address without port, brackets and zone; that of an IPv4 host in its own form. */
function plainAddress(text: string): string | null {
  if (isIPv4(text)) return text
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? []
  const [, withoutPort] = /^([\d.]+):\d+$/.exec(text) ?? []
  const bare = (bracketed ?? withoutPort ?? text).replace(/%.*$/, '')
  const [, mapped] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(bare) ?? []
  const address = mapped ?? bare
  return isIP(address) === 0 ? null : address
}

const ipv6Groups = 8
const subnetGroups = 4

/** The name by which a client is counted: an IPv4 address, or the /64 network of an IPv6 host. */
export function countedAs(address: string): string {
  if (!isIPv6(address)) return address
  const [before = '', after] = address.toLowerCase().split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  // An IPv4 address at the end stands for two groups.
  const written = head.length + tail.length + (address.includes('.') ? 1 : 0)
  const zeros = Array.from({ length: Math.max(0, ipv6Groups - written) }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, subnetGroups)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
