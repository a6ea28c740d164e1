import type { Response } from 'light-my-request'
import { setUpApp, ticketOf } from '../builders/authenticator-app.ts'
import { type CreationOptions, newAuthenticator } from '../builders/authenticator.ts'
import { type Browser, browserOn, goodPassword } from '../builders/people.ts'
import type { TestPlatform } from '../support/platform.ts'

/** Calls in one browser, and holds the answer against the document. */
export type ExpectCall = (
  operationId: string,
  ...request: Parameters<Browser['send']>
) => Promise<Response>

/** What people sign in with besides a password: added, used and removed. */
export async function expectFactors(
  platform: TestPlatform,
  expectCall: ExpectCall,
  email: string,
): Promise<void> {
  const again = { body: { current_password: goodPassword } }
  const authenticator = newAuthenticator(new URL(platform.publicUrl).origin)
  const begun = await expectCall(
    'optionsForNewPasskey',
    'POST',
    '/manage/me/passkeys/options',
    again,
  )
  const { ticket, options } = begun.json<{ ticket: string; options: CreationOptions }>()
  const response = authenticator.create(options)
  const added = { body: { ticket, name: 'Laptop', response } }
  const { id } = (await expectCall('addPasskey', 'POST', '/manage/me/passkeys', added)).json<{
    id: string
  }>()
  await expectCall('listPasskeys', 'GET', '/manage/me/passkeys')
  const asked = await expectCall('optionsForSignIn', 'POST', '/manage/sign_in/passkey/options')
  const challenge = asked.json<{ ticket: string; options: { challenge: string } }>()
  const body = { ticket: challenge.ticket, response: authenticator.get(challenge.options) }
  await expectCall('signInWithPasskey', 'POST', '/manage/sign_in/passkey', { body })
  await expectCall('removePasskey', 'DELETE', `/manage/me/passkeys/${id}`)
  await expectCall('beginTotp', 'POST', '/manage/me/totp', again)
  const app = await setUpApp(platform, {
    ...browserOn(platform),
    send: (method, url, sent) =>
      expectCall(url.endsWith('confirm') ? 'confirmTotp' : 'beginTotp', method, url, sent),
  })
  const code = { ticket: await ticketOf(browserOn(platform), email), code: app.code(30) }
  await expectCall('signInWithCode', 'POST', '/manage/sign_in/code', { body: code })
  await expectCall('renewRecoveryCodes', 'POST', '/manage/me/totp/recovery_codes', again)
  await expectCall('removeTotp', 'POST', '/manage/me/totp/remove', again)
}

/** Calls about authenticator apps and passkeys; all others of people are tried by `management-examples`. */
export function isOfFactors(operationId: string): boolean {
  return /Totp|Passkey|Codes?$|^optionsForSignIn$/.test(operationId)
}
