import type { DnsRecords } from '../../outside/index.ts'
import { type CheckedRecord, isWithin, readTags, withoutRecord } from './checked-record.ts'

const policies = ['none', 'quarantine', 'reject']

/** What servers compare with the address that customers see. */
export interface Identities {
  /** The domain of the address that mails are from. */
  readonly from: string
  /** The domain of return addresses. */
  readonly returned: string
  /** The domain that signs; null where none does here. */
  readonly signed: string | null
}

/** Whether the domain says what servers do with mails that are not its own: RFC 7489. */
export async function checkDmarc(dns: DnsRecords, identities: Identities): Promise<CheckedRecord> {
  const { from } = identities
  const name = { purpose: 'dmarc', name: `_dmarc.${from}`, type: 'TXT' } as const
  // The record of the domain itself, or of the closest one above.
  for (const domain of [from, ...above(from)]) {
    const answer = await dns.texts(`_dmarc.${domain}`)
    if (answer.outcome === 'unanswered') return withoutRecord(name, answer, null)
    const found = answer.outcome === 'none' ? [] : answer.records.filter(isDmarc)
    if (found.length === 0) continue
    return judged({ ...name, name: `_dmarc.${domain}` }, found, domain, identities)
  }
  return withoutRecord(name, { outcome: 'none' }, 'v=DMARC1; p=none')
}

function judged(
  name: Pick<CheckedRecord, 'purpose' | 'name' | 'type'>,
  found: readonly string[],
  domain: string,
  identities: Identities,
): CheckedRecord {
  const wrong = (remark: string, value: string | null): CheckedRecord => {
    return { ...name, state: 'wrong', found, value, remarks: [remark] }
  }
  const [text = ''] = found
  if (found.length > 1) {
    return wrong(`There are ${found.length} DMARC records, and servers heed none.`, text)
  }
  const tags = readTags(text)
  const policy = tags?.get('p')?.toLowerCase()
  if (tags === null || policy === undefined || !policies.includes(policy)) {
    return wrong(
      'It has no policy that servers know: p=none, quarantine or reject.',
      'v=DMARC1; p=none',
    )
  }
  const mistake = misalignment(tags, domain, identities)
  if (mistake !== null) return wrong(mistake, null)
  const remarks =
    policy === 'none' ? ['It says p=none: servers let forged mails of the domain pass.'] : []
  return { ...name, state: 'ok', found, value: null, remarks }
}

/** A mail passes if its signature or its return address is of the domain that customers see. */
function misalignment(
  tags: ReadonlyMap<string, string>,
  domain: string,
  { from, returned, signed }: Identities,
): string | null {
  const isAligned = (other: string, mode: string | undefined) =>
    mode?.toLowerCase() === 's' ? other === from : isWithin(other, domain)
  // What signs elsewhere is not known here.
  if (signed === null || isAligned(signed, tags.get('adkim'))) return null
  if (isAligned(returned, tags.get('aspf'))) return null
  return `No mail passes: neither ${signed}, which signs, nor ${returned}, of return addresses, is ${from} in its sense.`
}

function isDmarc(text: string): boolean {
  return /^v\s*=\s*DMARC1\s*(?:;|$)/i.test(text)
}

/** The domains above, down to the last that has two labels. */
function above(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'))
}
