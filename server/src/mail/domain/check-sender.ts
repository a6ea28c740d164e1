import { isIP } from 'node:net'
import { assertOutsideTransaction } from '../../database/index.ts'
import type { Caller } from '../../identity/index.ts'
import { type DnsRecords, withDnsRecords } from '../../outside/index.ts'
import type { MailRoute } from '../../settings/index.ts'
import { type RouteDeps, readRoute } from '../own-server/mail-route.ts'
import { checkDkim, withoutDkim } from './check-dkim.ts'
import { checkDmarc } from './check-dmarc.ts'
import { checkMx } from './check-mx.ts'
import { checkSpf } from './check-spf.ts'
import type { CheckedRecord } from './checked-record.ts'

/** What DNS says of the domains that mails of an insurer come from, in one mode. */
export interface CheckedSender {
  readonly livemode: boolean
  /** Whether the insurer has a mail server of its own; else it is that of the installation. */
  readonly isOwn: boolean
  readonly from: string
  readonly bounceDomain: string | null
  readonly records: readonly CheckedRecord[]
}

const deadlineMs = 15_000

/** Asks DNS for the records of the sender that the caller's mails have. */
export async function checkSender(
  deps: RouteDeps,
  { account, livemode }: Caller,
): Promise<CheckedSender> {
  const route = await readRoute(deps, { insurerId: account.id, livemode })
  const { isOwn, from, bounceDomain } = route
  assertOutsideTransaction('a name server')
  const nameServers = deps.mailSettings.nameServers ?? { addresses: [] }
  const records = await withDnsRecords(nameServers, deadlineMs, (dns) => checkRecords(dns, route))
  return { livemode, isOwn, from, bounceDomain, records }
}

async function checkRecords(
  dns: DnsRecords,
  { from: address, url, dkim, bounceDomain, isOwn }: MailRoute & { readonly isOwn: boolean },
): Promise<CheckedRecord[]> {
  const from = domainOf(address)
  const returned = bounceDomain?.toLowerCase() ?? from
  const host = hostOf(url)
  const receiver = host === null || isIP(host) !== 0 ? null : host
  return Promise.all([
    checkSpf(dns, { domain: returned, host }),
    dkim === null
      ? withoutDkim(from, isOwn ? 'dkim of your mail server' : 'MAIL_DKIM')
      : checkDkim(dns, dkim),
    checkDmarc(dns, { from, returned, signed: dkim?.domain.toLowerCase() ?? null }),
    checkMx(dns, { domain: from, host: receiver, isForReports: false }),
    ...(returned === from
      ? []
      : [checkMx(dns, { domain: returned, host: receiver, isForReports: true })]),
  ])
}

function domainOf(address: string): string {
  return address.slice(address.indexOf('@') + 1).toLowerCase()
}

/** Where mails are handed to; null where there is no mail server. */
function hostOf(url: string | null): string | null {
  const host = url === null ? undefined : URL.parse(url)?.hostname
  return host === undefined || host === '' ? null : host.replace(/^\[|\]$/g, '').toLowerCase()
}
