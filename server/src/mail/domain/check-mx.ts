import type { DnsRecords, MailExchange } from '../../outside/index.ts'
import { type CheckedRecord, withoutRecord } from './checked-record.ts'

/** Whether a domain takes mail: replies, or what servers report. */
export async function checkMx(
  dns: DnsRecords,
  {
    domain,
    host,
    isForReports,
  }: Readonly<{ domain: string; host: string | null; isForReports: boolean }>,
): Promise<CheckedRecord> {
  const name = { purpose: 'mx', name: domain, type: 'MX' } as const
  const value = `10 ${host ?? `mail.${domain}`}.`
  const use = isForReports
    ? 'Name the host that takes reports for the domain, if that is another.'
    : 'Name the host that takes mails for the domain, if that is another.'
  const answer = await dns.exchanges(domain)
  if (answer.outcome === 'unanswered') return withoutRecord(name, answer, null)
  if (answer.outcome === 'none') {
    // Without an MX record the domain itself takes its mails.
    const itself = await dns.addresses(domain)
    if (itself.outcome === 'unanswered') return withoutRecord(name, itself, null)
    if (itself.outcome === 'none' || isForReports) {
      return withoutRecord(name, { outcome: 'none' }, value, [use])
    }
    const remarks = ['It has none: mails to the domain go to its own address.']
    return { ...name, state: 'ok', found: [], value: null, remarks }
  }
  const found = answer.records
    .toSorted((one, other) => one.priority - other.priority)
    .map(({ priority, exchange }) => `${priority} ${exchange === '' ? '' : exchange}.`)
  const remark = await mistakeIn(dns, answer.records)
  if (remark === null) return { ...name, state: 'ok', found, value: null, remarks: [] }
  return { ...name, state: 'wrong', found, value, remarks: [remark, use] }
}

async function mistakeIn(
  dns: DnsRecords,
  exchanges: readonly MailExchange[],
): Promise<string | null> {
  if (exchanges.every(({ exchange }) => exchange === '' || exchange === '.')) {
    return 'It says that the domain takes no mail at all.'
  }
  const dead: string[] = []
  for (const { exchange } of exchanges) {
    const answer = await dns.addresses(exchange)
    if (answer.outcome !== 'none') return null
    dead.push(exchange)
  }
  return `${dead.join(' and ')} ${dead.length === 1 ? 'has' : 'have'} no address.`
}
