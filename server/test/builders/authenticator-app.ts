import { codeAt, stepOf } from '../../src/people/factors/totp.ts'
import type { TestPlatform } from '../support/platform.ts'
import { type Browser, goodPassword } from './people.ts'

/** An authenticator app, whose clock may be off. */
export interface AuthenticatorApp {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  code(offSeconds?: number): string
}

/** Sets up an authenticator app for the person who is signed in. */
export async function setUpApp(
  platform: TestPlatform,
  browser: Browser,
): Promise<AuthenticatorApp> {
  const body = { current_password: goodPassword }
  const begun = await browser.send('POST', '/manage/me/totp', { body })
  const { secret } = begun.json<{ secret: string }>()
  const code = (offSeconds = 0) =>
    codeAt(fromBase32(secret), stepOf(platform.clock().add({ seconds: offSeconds })))
  const confirmed = await browser.send('POST', '/manage/me/totp/confirm', {
    body: { code: code() },
  })
  const { recovery_codes: recoveryCodes } = confirmed.json<{ recovery_codes: string[] }>()
  return { secret, recoveryCodes, code }
}

/** The ticket that a right password gives. */
export async function ticketOf(browser: Browser, email: string): Promise<string> {
  return (await browser.signIn(email)).json<{ ticket: string }>().ticket
}

function fromBase32(text: string): Buffer {
  const digits = Array.from(text, (digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit))
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
