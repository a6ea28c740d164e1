import { createHmac, timingSafeEqual } from 'node:crypto'

/** What is signed: a message with a name, sent at a moment. */
export interface SignedMessage {
  readonly id: string
  readonly at: Temporal.Instant
  readonly body: string
}

/** Header values by lower-case name, as they came. */
export type GivenHeaders = Readonly<Record<string, string | string[] | undefined>>

/** How far the sender's clock may be off, with the time of transfer. */
const toleranceSeconds = 300

/** The headers of Standard Webhooks: receivers verify them with any library for those. */
export function signatureHeaders(
  { id, at, body }: SignedMessage,
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.epochMilliseconds / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((key) => sign(key, id, timestamp, body)).join(' '),
  }
}

/** Whether one of the secrets signed this very body, not long ago. */
export function isSigned(
  headers: GivenHeaders,
  body: string,
  secrets: readonly Uint8Array[],
  now: Temporal.Instant,
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': sentAt, 'webhook-signature': signature } = headers
  if (typeof id !== 'string' || typeof sentAt !== 'string' || typeof signature !== 'string') {
    return false
  }
  const ageSeconds = Math.abs(now.epochMilliseconds / 1000 - Number(sentAt))
  if (!(ageSeconds <= toleranceSeconds)) return false // Not a number is too old as well.
  const given = signature.split(' ')
  return secrets.some((key) => {
    const expected = sign(key, id, sentAt, body)
    return given.some((one) => isSame(one, expected))
  })
}

/** A shorter one could be guessed. */
const secretBytesMin = 16

/** The form of a signing secret, for messages. */
export const signingSecretForm = `whsec_ and at least ${secretBytesMin} bytes in base64; "openssl rand -base64 32" makes some`

/** The key in `whsec_...`, or null where the text is none. */
export function readSigningSecret(text: string): Uint8Array | null {
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? []
  const key = Buffer.from(encoded ?? '', 'base64')
  return key.length < secretBytesMin ? null : key
}

function sign(key: Uint8Array, id: string, timestamp: string, body: string): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
