import { BlockList, isIP } from 'node:net'
import type { DnsRecords } from '../../outside/index.ts'

/** What a record says of an address (RFC 7208): whether mails may come from there. */
export type SpfResult =
  | { readonly outcome: 'pass' | 'fail' | 'neutral' }
  /** It cannot be evaluated, and servers treat it as if there were none. */
  | { readonly outcome: 'broken'; readonly because: string }
  /** A name server did not answer, or it depends on more than the address. */
  | { readonly outcome: 'unknown'; readonly because: string }

/** Servers stop after so many questions to DNS. */
const lookupsMax = 10
const exchangesMax = 10

export function isSpf(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text)
}

interface Term {
  readonly qualifier: '+' | '-' | '~' | '?'
  readonly mechanism: string
  /** After the colon; null where there is none. */
  readonly value: string | null
  readonly bits: readonly [four: number, six: number]
}

export interface SpfRecord {
  readonly terms: readonly Term[]
  readonly redirect: string | null
}

const mechanisms = ['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists']
const termShape =
  /^([-+~?]?)([a-z0-9]+)(?::([^\s/]+|[0-9a-f:.]+))?(?:\/(\d{1,3}))?(?:\/\/(\d{1,3}))?$/i

/** Its terms, or the one that is none. */
export function readSpf(text: string): SpfRecord | { readonly mistake: string } {
  const terms: Term[] = []
  let redirect: string | null = null
  for (const word of text.trim().split(/ +/).slice(1)) {
    const [, modifier, value] = /^([a-z][a-z0-9._-]*)=(.*)$/i.exec(word) ?? []
    if (modifier !== undefined) {
      if (modifier.toLowerCase() === 'redirect') redirect = value ?? ''
      continue
    }
    const term = readTerm(word)
    if (term === null) return { mistake: word }
    terms.push(term)
  }
  return { terms, redirect }
}

function readTerm(word: string): Term | null {
  const [, qualifier, name, value = null, four, six] = termShape.exec(word) ?? []
  const mechanism = (name ?? '').toLowerCase()
  if (!mechanisms.includes(mechanism)) return null
  const isAddress = mechanism === 'ip4' || mechanism === 'ip6'
  if (isAddress && isIP(value ?? '') !== Number(mechanism.slice(2))) return null
  if ((mechanism === 'include' || mechanism === 'exists') && value === null) return null
  if (mechanism === 'all' && value !== null) return null
  // Of an address of IPv6 the first number is its own.
  const bits: Term['bits'] =
    mechanism === 'ip6' ? [32, Number(four ?? 128)] : [Number(four ?? 32), Number(six ?? 128)]
  if (bits[0] > 32 || bits[1] > 128) return null
  const sign = (qualifier ?? '') === '' ? '+' : (qualifier as Term['qualifier']) // By the shape.
  return { qualifier: sign, mechanism, value, bits }
}

/** Evaluates records as mail servers do, and counts what they have to ask. */
export class SpfCheck {
  readonly #dns: DnsRecords
  #lookups = 0

  constructor(dns: DnsRecords) {
    this.#dns = dns
  }

  async of(record: SpfRecord, domain: string, address: string): Promise<SpfResult> {
    for (const term of record.terms) {
      const matches = await this.#matches(term, domain, address)
      if (typeof matches !== 'boolean') return matches
      if (matches) return resultOf(term)
    }
    if (record.redirect === null) return { outcome: 'neutral' }
    return this.#ofDomain(record.redirect, address)
  }

  async #ofDomain(domain: string, address: string): Promise<SpfResult> {
    if (domain.includes('%')) return unknown(domain)
    if (!this.#mayAsk()) return tooMany
    const answer = await this.#dns.texts(domain)
    if (answer.outcome === 'unanswered') return { outcome: 'unknown', because: answer.because }
    const records = answer.outcome === 'none' ? [] : answer.records.filter(isSpf)
    const [text] = records
    if (text === undefined || records.length > 1) {
      return broken(`${domain} has ${records.length} SPF records, not one`)
    }
    const read = readSpf(text)
    if ('mistake' in read) return broken(`${domain} says ${read.mistake}, which is no term of SPF`)
    return this.of(read, domain, address)
  }

  async #matches(term: Term, domain: string, address: string): Promise<boolean | SpfResult> {
    const target = term.value ?? domain
    switch (term.mechanism) {
      case 'all':
        return true
      case 'ip4':
      case 'ip6':
        return covers([target], term, address)
      case 'include': {
        const included = await this.#ofDomain(target, address)
        if (included.outcome === 'broken' || included.outcome === 'unknown') return included
        return included.outcome === 'pass'
      }
      case 'a':
        return this.#hosts([target], term, address)
      case 'mx': {
        if (target.includes('%')) return unknown(target)
        if (!this.#mayAsk()) return tooMany
        const answer = await this.#dns.exchanges(target)
        if (answer.outcome === 'unanswered') return { outcome: 'unknown', because: answer.because }
        const hosts = answer.outcome === 'none' ? [] : answer.records.map((one) => one.exchange)
        return this.#hosts(hosts.slice(0, exchangesMax), term, address, { isCounted: false })
      }
      default:
        this.#lookups += 1
        return unknown(`${term.mechanism}:${target}`)
    }
  }

  async #hosts(
    hosts: readonly string[],
    term: Term,
    address: string,
    { isCounted } = { isCounted: true },
  ): Promise<boolean | SpfResult> {
    for (const host of hosts) {
      if (host.includes('%')) return unknown(host)
      if (isCounted && !this.#mayAsk()) return tooMany
      const answer = await this.#dns.addresses(host)
      if (answer.outcome === 'unanswered') return { outcome: 'unknown', because: answer.because }
      if (answer.outcome === 'found' && covers(answer.records, term, address)) return true
    }
    return false
  }

  #mayAsk(): boolean {
    this.#lookups += 1
    return this.#lookups <= lookupsMax
  }
}

const tooMany = broken(`servers would have to ask DNS more than ${lookupsMax} times`)

function broken(because: string): SpfResult {
  return { outcome: 'broken', because }
}

function unknown(term: string): SpfResult {
  return { outcome: 'unknown', because: `it depends on ${term}` }
}

function resultOf({ qualifier }: Term): SpfResult {
  if (qualifier === '+') return { outcome: 'pass' }
  return { outcome: qualifier === '?' ? 'neutral' : 'fail' }
}

function covers(nets: readonly string[], { bits: [four, six] }: Term, address: string): boolean {
  const list = new BlockList()
  for (const net of nets) {
    if (isIP(net) === 4) list.addSubnet(net, four, 'ipv4')
    else list.addSubnet(net, six, 'ipv6')
  }
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}
