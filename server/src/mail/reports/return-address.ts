import { createHmac, timingSafeEqual } from 'node:crypto'
import { type MailId, isId } from '../../kernel/index.ts'

/** 32 digits are 128 bits; with the id they fit into the 64 characters before the `@`. */
const signatureDigits = 32
const prefix = 'b'
const idPrefix = 'mai_'

/** Where mail servers report about this mail (VERP): signed, so that nobody else can. */
export function returnAddress(secret: Buffer, mailId: MailId, domain: string): string {
  const digits = mailId.slice(idPrefix.length)
  return `${prefix}-${digits}-${signatureOf(secret, mailId)}@${domain}`
}

/** The mail that a return address names, whether or not it is signed. Relays may change the case. */
export function mailOfReturnAddress(
  address: string,
): { readonly mailId: MailId; readonly signature: string } | null {
  const [, digits = '', signature = ''] =
    /^b-([0-9a-f]+)-([0-9a-f]{32})@/.exec(address.toLowerCase()) ?? []
  const mailId = idPrefix + digits
  return isId('mai', mailId) ? { mailId, signature } : null
}

export function isSignedReturn(secret: Buffer, mailId: MailId, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret, mailId))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signatureOf(secret: Buffer, mailId: MailId): string {
  const mac = createHmac('sha256', secret).update(`return ${mailId}`).digest('hex')
  return mac.slice(0, signatureDigits)
}
