import { createPublicKey } from 'node:crypto'
import type { DnsRecords } from '../../outside/index.ts'
import type { DkimKey } from '../../settings/index.ts'
import { type CheckedRecord, readTags, withoutRecord } from './checked-record.ts'

const bitsMin = 1024
const bitsGood = 2048

/** Whether the public key of what signs the mails is published: RFC 6376. */
export async function checkDkim(dns: DnsRecords, key: DkimKey): Promise<CheckedRecord> {
  const name = {
    purpose: 'dkim',
    name: `${key.selector}._domainkey.${key.domain}`.toLowerCase(),
    type: 'TXT',
  } as const
  const { published, bits } = publicHalf(key)
  const value = `v=DKIM1; k=rsa; p=${published}`
  const answer = await dns.texts(name.name)
  if (answer.outcome !== 'found') return withoutRecord(name, answer, value)
  const found = answer.records
  const mistake = mistakeIn(found, published) ?? (bits < bitsMin ? tooShort(bits) : null)
  if (mistake !== null) return { ...name, state: 'wrong', found, value, remarks: [mistake] }
  const [text = ''] = found
  const remarks = [
    ...(flagsOf(text).includes('y')
      ? ['It says t=y, for tests: servers ignore the signature.']
      : []),
    ...(bits < bitsGood ? [`The key has ${bits} bits. Use one of ${bitsGood}.`] : []),
  ]
  return { ...name, state: 'ok', found, value: null, remarks }
}

/** Of mails that are not signed here. */
export function withoutDkim(domain: string, setting: string): CheckedRecord {
  return {
    purpose: 'dkim',
    name: `_domainkey.${domain}`,
    type: 'TXT',
    state: 'unknown',
    found: [],
    value: null,
    remarks: [
      `No key signs the mails here. Set ${setting}, unless your mail server signs them: its provider names the record then.`,
    ],
  }
}

function mistakeIn(found: readonly string[], published: string): string | null {
  const [text, ...others] = found
  if (text === undefined || others.length > 0) {
    return `There are ${found.length} records, and servers read only one.`
  }
  const tags = readTags(text)
  if (tags === null) return 'It is not written as name=value; name=value.'
  const tag = (name: string, byDefault: string) => tags.get(name) ?? byDefault
  if (tag('v', 'DKIM1') !== 'DKIM1') return 'It does not say v=DKIM1.'
  if (tag('k', 'rsa') !== 'rsa') return `It is of a key of another kind: k=${tag('k', 'rsa')}.`
  const listed = (name: string) => tag(name, '').toLowerCase().split(':')
  if (tags.has('h') && !listed('h').includes('sha256')) return 'It does not accept SHA-256.'
  if (tags.has('s') && !listed('s').some((one) => one === '*' || one === 'email')) {
    return 'It is not for e-mail.'
  }
  const key = tag('p', '').replaceAll(/\s/g, '')
  if (key === '') return 'The key is revoked: p= is empty.'
  return key === published ? null : 'It has another key than the one that signs.'
}

function flagsOf(text: string): readonly string[] {
  return (readTags(text)?.get('t') ?? '').toLowerCase().split(':')
}

function tooShort(bits: number): string {
  return `The key has ${bits} bits, and servers accept none below ${bitsMin}.`
}

function publicHalf({ key }: DkimKey): { readonly published: string; readonly bits: number } {
  const half = createPublicKey(key)
  const published = half.export({ type: 'spki', format: 'der' }).toString('base64')
  return { published, bits: half.asymmetricKeyDetails?.modulusLength ?? 0 }
}
