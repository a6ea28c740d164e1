import type { DnsAnswer } from '../../outside/index.ts'

export const recordPurposes = ['spf', 'dkim', 'dmarc', 'mx'] as const

/**
 * `ok`: it is there and right. `missing`, `wrong`: it has to be published or replaced. `unanswered`: no
 * name server has said whether it is there. `unknown`: it cannot be known here.
 */
export const recordStates = ['ok', 'missing', 'wrong', 'unanswered', 'unknown'] as const

/** A DNS record that mail servers look at before they accept a mail. */
export interface CheckedRecord {
  readonly purpose: (typeof recordPurposes)[number]
  readonly name: string
  readonly type: 'TXT' | 'MX'
  readonly state: (typeof recordStates)[number]
  /** What is published there. */
  readonly found: readonly string[]
  /** What to publish there; null where nothing has to be. */
  readonly value: string | null
  /** What is wrong with it, or could be better. */
  readonly remarks: readonly string[]
}

export type RecordName = Pick<CheckedRecord, 'purpose' | 'name' | 'type'>

/** What follows from an answer without a record. */
export function withoutRecord(
  name: RecordName,
  answer: Exclude<DnsAnswer<unknown>, { readonly outcome: 'found' }>,
  value: string | null,
  remarks: readonly string[] = [],
): CheckedRecord {
  if (answer.outcome === 'none') return { ...name, state: 'missing', found: [], value, remarks }
  const because = `Nobody knows whether it is there: ${answer.because}.`
  return { ...name, state: 'unanswered', found: [], value: null, remarks: [because] }
}

/** `name=value; name=value`, as DKIM and DMARC write them; null where it is not written so. */
export function readTags(text: string): ReadonlyMap<string, string> | null {
  const tags = new Map<string, string>()
  for (const part of text.split(';')) {
    if (part.trim() === '') continue
    const [, name, value] = /^\s*([a-z][a-z0-9_]*)\s*=(.*)$/is.exec(part) ?? []
    if (name === undefined || value === undefined || tags.has(name.toLowerCase())) return null
    tags.set(name.toLowerCase(), value.trim())
  }
  return tags
}

/** Whether both are of one organisation: the same domain, or one within the other. */
export function isWithin(domain: string, organisation: string): boolean {
  return domain === organisation || domain.endsWith(`.${organisation}`)
}
