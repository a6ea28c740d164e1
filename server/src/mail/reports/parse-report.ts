/** A report about the delivery of a mail (RFC 3464). */
export interface DeliveryReport {
  /** What became of each recipient. There is at least one. */
  readonly recipients: readonly [ReportedRecipient, ...ReportedRecipient[]]
  /** The addresses that the report itself was sent to. */
  readonly addressees: readonly string[]
}

export interface ReportedRecipient {
  readonly action: ReportAction
  /** An enhanced status code (RFC 3463), such as `5.1.1`. */
  readonly status: string
  /** What the server of the recipient answered; empty where the report does not say. */
  readonly diagnostic: string
}

const actions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const
export type ReportAction = (typeof actions)[number]

const depthMax = 5
const partsMax = 50
const recipientsMax = 100
/** Longer ones hold no address that anybody would look for. */
const headerLettersMax = 10_000

/** Null where the message is no such report. It is text of one byte a letter, as it arrived. */
export function parseReport(message: string): DeliveryReport | null {
  const top = splitEntity(message)
  const status = findStatus(top, 0)
  const [first, ...others] = status === null ? [] : recipientsOf(status)
  if (first === undefined) return null
  const addressees = ['to', 'delivered-to', 'x-original-to', 'envelope-to'].flatMap((name) =>
    (top.headers.get(name) ?? []).flatMap(addressesIn),
  )
  return { recipients: [first, ...others], addressees }
}

interface Entity {
  readonly headers: Headers
  readonly body: string
}
type Headers = ReadonlyMap<string, readonly string[]>

/** The part with the status, wherever a forwarding mailbox has put it. */
function findStatus(entity: Entity, depth: number): string | null {
  const { type, boundary } = contentTypeOf(entity.headers)
  if (type === 'message/delivery-status') return decoded(entity)
  if (depth === depthMax) return null
  if (type === 'message/rfc822') return findStatus(splitEntity(decoded(entity)), depth + 1)
  if (!type.startsWith('multipart/') || boundary === null) return null
  for (const part of partsOf(entity.body, boundary)) {
    const found = findStatus(splitEntity(part), depth + 1)
    if (found !== null) return found
  }
  return null
}

function splitEntity(text: string): Entity {
  // An entity without headers begins with an empty line.
  const gap = /^\r?\n|\r?\n\r?\n/.exec(text)
  if (gap === null) return { headers: headersOf(text), body: '' }
  const { index } = gap
  return { headers: headersOf(text.slice(0, index)), body: text.slice(index + gap[0].length) }
}

function headersOf(text: string): Headers {
  const headers = new Map<string, string[]>()
  for (const line of text.split(/\r?\n(?![ \t])/)) {
    const [, name = '', value = ''] = /^([!-9;-~]+)[ \t]*:([^]*)$/.exec(line) ?? []
    if (name === '') continue
    const known = headers.get(name.toLowerCase()) ?? []
    known.push(value.replaceAll(/\r?\n/g, '').trim())
    headers.set(name.toLowerCase(), known)
  }
  return headers
}

function contentTypeOf(headers: Headers): {
  readonly type: string
  readonly boundary: string | null
} {
  const [value = 'text/plain'] = headers.get('content-type') ?? []
  const [type = ''] = value.split(';')
  const [, quoted, bare] =
    /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(value) ?? []
  return { type: type.trim().toLowerCase(), boundary: quoted ?? bare ?? null }
}

function partsOf(body: string, boundary: string): string[] {
  const parts: string[][] = []
  for (const line of body.split('\n')) {
    const text = line.trimEnd()
    if (text === `--${boundary}--`) break
    if (text === `--${boundary}`) {
      if (parts.length === partsMax) break
      parts.push([])
    } else parts.at(-1)?.push(line)
  }
  return parts.map((lines) => lines.join('\n'))
}

function decoded({ headers, body }: Entity): string {
  const [encoding = ''] = headers.get('content-transfer-encoding') ?? []
  switch (encoding.trim().toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('latin1')
    case 'quoted-printable':
      return body
        .replaceAll(/=[ \t]*\r?\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
          String.fromCharCode(Number.parseInt(hex, 16)),
        )
    default:
      return body
  }
}

/** The first group of fields is about the message; each other one about a recipient. */
function recipientsOf(status: string): ReportedRecipient[] {
  return status
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .slice(0, recipientsMax)
    .flatMap((group) => {
      const fields = headersOf(group)
      const first = (name: string) => fields.get(name)?.[0] ?? ''
      const named = first('action').toLowerCase().split(/[\s(]/)[0]
      const action = actions.find((one) => one === named)
      const [code] = /^[245]\.\d{1,3}\.\d{1,3}(?!\d)/.exec(first('status')) ?? []
      if (action === undefined || code === undefined) return []
      const diagnostic = first('diagnostic-code').replace(/^[\w-]+\s*;\s*/, '')
      return [{ action, status: code, diagnostic }]
    })
}

function addressesIn(header: string): string[] {
  return header.slice(0, headerLettersMax).match(/[^\s<>,;:"()]{1,64}@[^\s<>,;:"()]{1,253}/g) ?? []
}
