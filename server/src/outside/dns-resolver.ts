import { Resolver as NameServers } from 'node:dns'
import type { Resolver } from './private-address.ts'

const triesMax = 2
const timeoutMs = 2_000

/**
 * Asks the name servers themselves. The system's own way takes one of a few threads that the whole
 * process shares for as long as a name server is silent; this one takes none, and knows no names
 * that only this machine has.
 */
export function openDnsResolver(): Resolver {
  const servers = new NameServers({ timeout: timeoutMs, tries: triesMax })
  return (host, answer) => {
    const found: { address: string; family: number }[] = []
    let waiting = 2
    let failure: Error | null = null
    const take = (family: 4 | 6) => (error: Error | null, addresses: string[] | undefined) => {
      failure ??= error
      found.push(...(addresses ?? []).map((address) => ({ address, family })))
      waiting -= 1
      if (waiting === 0) answer(found.length === 0 ? failure : null, found)
    }
    servers.resolve4(host, take(4))
    servers.resolve6(host, take(6))
  }
}
