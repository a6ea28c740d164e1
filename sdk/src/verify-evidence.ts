import type { Evidence, EvidenceLink } from './generated.ts'

/** A place of a chain that somebody has kept elsewhere. */
export type Anchor = Evidence['end']

/** The first link that does not hold, and why. */
export interface EvidenceFault {
  readonly number: number
  readonly record_id: string | null
  readonly why: string
}

export interface EvidenceVerdict {
  /** How many links were read, up to the first that does not hold. */
  readonly links: number
  /** How many of them have lost their content, as erasing leaves it. */
  readonly erased: number
  /** Where the chain ends: keep it elsewhere, and verify with it the next time. */
  readonly end: Anchor
  readonly fault: EvidenceFault | null
}

/**
 * Computes a chain again, page by page, from its beginning, and holds it against what was kept
 * elsewhere. Nothing of what the server says about its own chain is believed but the salts.
 */
export async function verifyEvidence(
  pages: AsyncIterable<Evidence> | Iterable<Evidence>,
  anchors: readonly Anchor[] = [],
): Promise<EvidenceVerdict> {
  let end: Anchor | null = null
  let told: Anchor | null = null
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
        return faulty(link, 'it is another link than the one that was kept elsewhere')
      }
    }
    told = page.end
  }
  if (end === null || told === null) throw new TypeError('There is no page of evidence.')
  const reached = end.number
  const lost = [told, ...anchors].find(({ number }) => number > reached)
  if (lost !== undefined) {
    return faulty({}, `it is gone: the chain had ${lost.number} links, and ends before`)
  }
  if (told.number === end.number && told.hash !== end.hash) {
    return faulty({ number: end.number }, 'the end of the chain is said to be another')
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
    // What is chained while we read belongs to it as well.
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
  if (record === null) return 'what it proves is gone'
  if (record['id'] !== link.record_id || record['kind'] !== link.kind) {
    return 'it proves something else'
  }
  if (salt === null && !isBlank(content)) return 'it was erased, and says something all the same'
  if (salt !== null && (await hmac(salt, canonical(content))) !== commitment) {
    return 'what its record says besides was changed'
  }
  const told = `${before.hash}\n${canonical({ number, record, commitment })}`
  return (await sha256(told)) === hash ? null : 'its record was changed, or the link itself'
}

/** What erasing leaves: without a salt nothing proves what stands there. */
function isBlank(content: unknown): boolean {
  return content === null || (typeof content === 'object' && Object.values(content).every(isBlank))
}

/** JSON with the members of all objects in order, so that the same says the same. */
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
