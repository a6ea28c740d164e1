import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32 } from './base32.ts'

const stepSeconds = 30
const codeDigits = 6
/** A clock that is off by a minute, either way, still shows a code that counts. */
const stepsOff = [0, -1, 1, -2, 2]
const issuer = 'Bindery'

/** The code of a step: RFC 6238 with SHA-1, which all authenticator apps know. */
export function codeAt(secret: Buffer, step: number, digits: number = codeDigits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function stepOf(now: Temporal.Instant): number {
  return Math.floor(now.epochMilliseconds / 1_000 / stepSeconds)
}

/** The step whose code this is, near now and later than the one that was used last; null for none. */
export function matchingStep(
  secret: Buffer,
  code: string,
  { now, after }: { readonly now: Temporal.Instant; readonly after: number | null },
): number | null {
  const given = Buffer.from(code.replaceAll(/\s/g, ''))
  const current = stepOf(now)
  const steps = stepsOff
    .map((off) => current + off)
    .filter((step) => step >= 0 && (after === null || step > after))
    .filter((step) => {
      const expected = Buffer.from(codeAt(secret, step))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  return steps[0] ?? null
}

/** What authenticator apps read from a QR code. */
export function otpauthUri(secret: Buffer, email: string): string {
  const label = `${issuer}:${encodeURIComponent(email)}`
  const facts = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: String(codeDigits),
    period: String(stepSeconds),
  })
  return `otpauth://totp/${label}?${facts}`
}
