/** The id of a ticket is random and counts once, so it is the challenge as well. */
export function challengeOf(ticketId: string): {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** As browsers repeat it. */
  readonly text: string
} {
  const bytes = Buffer.from(ticketId, 'hex')
  return { bytes: new Uint8Array(bytes), text: bytes.toString('base64url') }
}
