import { isIP } from 'node:net'
import type { DnsRecords } from '../../outside/index.ts'
import { type CheckedRecord, isWithin, withoutRecord } from './checked-record.ts'
import { SpfCheck, type SpfRecord, type SpfResult, isSpf, readSpf } from './spf.ts'

/** Whether the domain of return addresses lets the mail server send: RFC 7208. */
export async function checkSpf(
  dns: DnsRecords,
  { domain, host }: { readonly domain: string; readonly host: string | null },
): Promise<CheckedRecord> {
  const name = { purpose: 'spf', name: domain, type: 'TXT' } as const
  const term = termOf(host)
  const answer = await dns.texts(domain)
  if (answer.outcome === 'unanswered') return withoutRecord(name, answer, null)
  const found = answer.outcome === 'none' ? [] : answer.records.filter(isSpf)
  const [text] = found
  const fresh = `v=spf1 ${term} ~all`
  if (text === undefined) return withoutRecord(name, { outcome: 'none' }, fresh, [ofProvider])
  const wrong = (remark: string, value: string): CheckedRecord => {
    return { ...name, state: 'wrong', found, value, remarks: [remark] }
  }
  if (found.length > 1) {
    return wrong(`There are ${found.length} SPF records, and servers heed none.`, merged(found))
  }
  const read = readSpf(text)
  if ('mistake' in read) {
    const value = text.replace(` ${read.mistake}`, '')
    return wrong(`${read.mistake} is no term of SPF, and servers heed none of it.`, value)
  }
  if (read.terms.some((one) => one.mechanism === 'all' && one.qualifier === '+')) {
    return wrong('It lets every server of the world send.', text.replace(/ \+?all/i, ' ~all'))
  }
  const ok: CheckedRecord = { ...name, state: 'ok', found, value: null, remarks: [] }
  const lacksEnd = read.redirect === null && !read.terms.some((one) => one.mechanism === 'all')
  if (lacksEnd) return wrong('It says nothing of other servers.', `${text.trim()} ~all`)
  return host === null ? ok : judged(ok, await ofServer(dns, read, { domain, host }), host)
}

const ofProvider = 'If your mail provider names a term of its own, such as include:, publish that.'

function judged(
  ok: CheckedRecord,
  result: SpfResult & { readonly address?: string },
  host: string,
): CheckedRecord {
  const [text = ''] = ok.found
  const better = text.replace(/ ([-~?]all|redirect=)/i, ` ${termOf(host)} $1`)
  switch (result.outcome) {
    case 'pass':
      return ok
    case 'broken':
      return { ...ok, state: 'wrong', remarks: [`Servers heed none of it: ${result.because}.`] }
    case 'unknown':
      return {
        ...ok,
        remarks: [`Nobody knows here whether ${host} may send for the domain: ${result.because}.`],
      }
    case 'fail':
    case 'neutral': {
      const remark = `${host} (${result.address}) may not send for the domain.`
      // A provider takes mails at one address and sends them from others, which its own terms name.
      const isOwn = isWithin(host, ok.name) || isIP(host) !== 0
      if (isOwn) return { ...ok, state: 'wrong', value: better, remarks: [remark] }
      return { ...ok, remarks: [`${remark} That is right only if it sends from other addresses.`] }
    }
  }
}

/** What the record says of the first address of the server that may not send, or of all. */
async function ofServer(
  dns: DnsRecords,
  record: SpfRecord,
  { domain, host }: { readonly domain: string; readonly host: string },
): Promise<SpfResult & { readonly address?: string }> {
  const answer: Awaited<ReturnType<DnsRecords['addresses']>> =
    isIP(host) === 0 ? await dns.addresses(host) : { outcome: 'found', records: [host] }
  if (answer.outcome !== 'found') {
    const because = answer.outcome === 'none' ? 'it has no address' : answer.because
    return { outcome: 'unknown', because }
  }
  for (const address of answer.records) {
    const result = await new SpfCheck(dns).of(record, domain, address)
    if (result.outcome !== 'pass') return { ...result, address }
  }
  return { outcome: 'pass' }
}

function termOf(host: string | null): string {
  if (host === null) return 'mx'
  const family = isIP(host)
  return family === 0 ? `a:${host}` : `ip${family}:${host}`
}

/** All terms of several records, with the most careful end. */
function merged(records: readonly string[]): string {
  const words = records.flatMap((one) => one.trim().split(/ +/).slice(1))
  const terms = words.filter((word) => !/^[-+~?]?all$/i.test(word))
  return ['v=spf1', ...new Set(terms), '~all'].join(' ')
}
