import { createHmac } from 'node:crypto'

export interface SignedRequest {
  readonly id: string
  readonly at: Temporal.Instant
  readonly body: string
}

/** The headers of Standard Webhooks: a rater verifies them with any library for those. */
export function signatureHeaders(
  { id, at, body }: SignedRequest,
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.epochMilliseconds / 1000))
  const signatures = secrets.map((secret) => {
    const digest = createHmac('sha256', secret)
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
    return `v1,${digest}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
