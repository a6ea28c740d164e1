import { notFound, reason } from '../../kernel/index.ts'

export const ticketExpired = reason({
  kind: 'authentication_required',
  code: 'ticket_expired',
  when: 'The ticket has expired, was used before, or is not one of ours.',
  message: 'This took too long, or was tried too often. Begin again.',
})
export const codeRefused = reason({
  kind: 'authentication_required',
  code: 'code_refused',
  when: 'The code or the recovery code is wrong, or was used before.',
  message:
    'The code is wrong, or it was used before. Wait for the next code of your authenticator app, and check the clock of the device.',
})
export const passkeyRefused = reason({
  kind: 'authentication_required',
  code: 'passkey_refused',
  when: 'The passkey is unknown, its answer is not valid, or the person may not sign in.',
  message: 'This passkey does not open anything here. Sign in otherwise.',
})
export const wrongCode = reason({
  kind: 'validation_failed',
  code: 'code_wrong',
  when: 'The code of the authenticator app is wrong, or was used before.',
  message:
    'The code is wrong, or it was used before. Wait for the next code of your authenticator app, and check the clock of the device.',
})
export const totpAlreadyOn = reason({
  kind: 'not_open',
  code: 'totp_already_on',
  when: 'The person already signs in with an authenticator app.',
  message: 'You already sign in with an authenticator app. Remove it before you set up another.',
})
export const totpNotOn = reason({
  kind: 'not_open',
  code: 'totp_not_on',
  when: 'The person has no authenticator app that could be confirmed or removed.',
  message: 'You have no authenticator app here. Set one up by POST /manage/me/totp.',
})
export const secondFactorRequired = reason({
  kind: 'not_permitted',
  code: 'second_factor_required',
  when: 'The account requires a second factor, and the person has signed in without one.',
  message:
    'This account requires a second factor. Set up an authenticator app (POST /manage/me/totp), or add a passkey and sign in with it.',
})
export const passkeysNeedName = reason({
  kind: 'not_open',
  code: 'passkeys_need_a_name',
  when: 'The page or PUBLIC_URL has an IP address. Browsers have passkeys for host names only.',
  message: (hint: string) => `Passkeys need a host name. ${hint}`,
  example: [
    'Open this page by https://api.insurer.example, or set PUBLIC_URL to the address in your browser.',
  ],
})
export const passkeyNotValid = reason({
  kind: 'validation_failed',
  code: 'passkey_not_valid',
  when: 'The answer of the authenticator is not valid, or the passkey exists already.',
  message: 'The new passkey could not be checked. Begin again, in the same browser.',
})
export const tooManyPasskeys = reason({
  kind: 'not_open',
  code: 'too_many_passkeys',
  when: 'The person has as many passkeys as one may have.',
  message: (max: number) => `You have ${max} passkeys, the most one may have. Remove one first.`,
  example: [20],
})
export const lastPasskey = reason({
  kind: 'not_open',
  code: 'last_passkey',
  when: 'The person could not sign in without the passkey: there is no other, and no password.',
  message:
    'You sign in with this passkey alone. Add another one first, or ask an administrator for a link to set a password.',
})
export const passkeyNotFound = notFound('The passkey', {
  code: 'passkey_not_found',
  when: 'You have no such passkey.',
  example: 'psk_01b0acc58e20c3f5cb6ba6d8b0de',
})
