import type { Evidence, EvidenceLink } from './generated.ts'

/** A link of a chain, kept outside the platform to compare with. */
export type Anchor = Evidence['end']

/** The first broken link, and the reason. */
export interface EvidenceFault {
  readonly number: number
  readonly record_id: string | null
  readonly why: string
}

export interface EvidenceVerdict {
  /** The number of intact links before the first broken one. */
  readonly links: number
  /** How many of them have lost their content by erasure. */
  readonly erased: number
  /** The end of the chain: keep it elsewhere and verify with it next time. */
  readonly end: Anchor
  readonly fault: EvidenceFault | null
}

/**
 * Recomputes a chain, page by page, from its beginning, and compares it with the given anchors. Only
 * the salts are taken from the server without proof.
 */
export async function verifyEvidence(
  pages: AsyncIterable<Evidence> | Iterable<Evidence>,
  anchors: readonly Anchor[] = [],
): Promise<EvidenceVerdict> {
  let end: Anchor | null = null
  let reported: Anchor | null = null
  let erased = 0
  const faulty = (link: Partial<EvidenceLink>, why: string): EvidenceVerdict => {
    const number = link.number ?? (end?.number ?? 0) + 1
    const fault = { number, record_id: link.record_id ?? null, why }
    return { links: end?.number ?? 0, erased, end: end ?? { number: 0, hash: '' }, fault }
  }
  for await (const page of pages) {
    end ??= await beginningOf(page)
    for (const link of page.links) {
      const why = await faultOf(link, end)
      if (why !== null) return faulty(link, why)
      end = { number: link.number, hash: link.hash }
      if (link.salt === null) erased += 1
      const anchor = anchors.find(({ number }) => number === link.number)
      if (anchor !== undefined && anchor.hash !== link.hash) {
        return faulty(link, 'it differs from the anchor')
      }
    }
    reported = page.end
  }
  if (end === null || reported === null) throw new TypeError('There is no page of evidence.')
  const reached = end.number
  const lost = [reported, ...anchors].find(({ number }) => number > reached)
  if (lost !== undefined) {
    return faulty({}, `it is missing: the chain had ${lost.number} links and now ends earlier`)
  }
  if (reported.number === end.number && reported.hash !== end.hash) {
    return faulty({ number: end.number }, 'the server reports a different end of the chain')
  }
  return { links: end.number, erased, end, fault: null }
}

/** All pages of a chain, from its beginning: `evidencePages(client.manage.audit.evidence)`. */
export async function* evidencePages(
  page: (after: number) => Promise<Evidence>,
): AsyncGenerator<Evidence> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const read: Evidence = await page(after)
    yield read
    // Links added during the reading belong to the chain as well.
    after = read.links.at(-1)?.number
  }
}

async function beginningOf({ insurer_id, livemode }: Evidence): Promise<Anchor> {
  const text = `bindery evidence 1 ${insurer_id} ${livemode ? 'live' : 'test'}`
  return { number: 0, hash: await sha256(text) }
}

async function faultOf(link: EvidenceLink, before: Anchor): Promise<string | null> {
  const { number, record, content, salt, commitment, hash } = link
  if (number !== before.number + 1) return `link ${before.number + 1} is missing`
  if (record === null) return 'its record is missing'
  if (record['id'] !== link.record_id || record['kind'] !== link.kind) {
    return 'it belongs to another record'
  }
  if (salt === null && !isBlank(content)) return 'its record was erased but still has content'
  if (salt !== null && (await hmac(salt, canonical(content))) !== commitment) {
    return 'the content of its record was changed'
  }
  const chained = `${before.hash}\n${canonical({ number, record, commitment })}`
  return (await sha256(chained)) === hash ? null : 'its record or the link itself was changed'
}

/** What erasure leaves: without a salt nothing proves any content. */
function isBlank(content: unknown): boolean {
  return content === null || (typeof content === 'object' && Object.values(content).every(isBlank))
}

/** JSON with sorted members, so that equal values have equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

const encoder = new TextEncoder()

async function sha256(text: string): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
}

async function hmac(salt: string, text: string): Promise<string> {
  const bytes = Uint8Array.from(salt.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  return hexOf(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
}

function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
