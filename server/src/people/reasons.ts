import { notFound, reason } from '../kernel/index.ts'

export const signInRefused = reason({
  kind: 'authentication_required',
  code: 'sign_in_refused',
  when: 'E-mail address and password do not belong together, or the person may not sign in.',
  message: 'The e-mail address or the password is wrong.',
})
export const signInSlowed = reason({
  kind: 'rate_limited',
  code: 'sign_in_slowed',
  when: 'Signing in has failed too often, for this e-mail address or from this network address.',
  message: (seconds: number) =>
    `Signing in has failed too often. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  retryAfterSeconds: (seconds: number) => seconds,
  example: [8],
})
export const passwordsBusy = reason({
  kind: 'rate_limited',
  code: 'passwords_busy',
  when: 'Too many people sign in at the same moment.',
  message: (seconds: number) =>
    `Too many people are signing in at this moment. Try again in ${seconds} seconds.`,
  retryAfterSeconds: (seconds: number) => seconds,
  example: [5],
})
export const sessionUnknown = reason({
  kind: 'authentication_required',
  code: 'session_unknown',
  when: 'The session has ended, or never existed.',
  message: 'You are not signed in, or your session has ended. Sign in again.',
})
export const sessionNotFound = notFound('The session', {
  code: 'session_not_found',
  when: 'You have no such session, or it has ended.',
  example: 'ses_01b0acc58e20b2f5cb6ba6d8b0de',
})
export const requestFromElsewhere = reason({
  kind: 'not_permitted',
  code: 'request_from_elsewhere',
  when: 'A change with the cookie of a session came from a page of another site.',
  message:
    'A change with a session has to come from a page of this server. Programs send a key or a personal token as Authorization: Bearer.',
})
export const accountNotNamed = reason({
  kind: 'malformed_request',
  code: 'account_not_named',
  when: 'The request of a signed-in person does not say for which account and in which mode it is.',
  message:
    'Say for which account and mode this is: send the headers Bindery-Account (an account of GET /manage/me) and Bindery-Mode (test or live).',
})
export const notAMember = reason({
  kind: 'not_permitted',
  code: 'not_a_member',
  when: 'The person does not belong to the account, or the session does not open it.',
  message: (accountId: string) =>
    `This session does not open the account ${accountId}. GET /manage/me lists the accounts that it opens.`,
  example: ['acc_01b0acc58e2031f5cb6ba6d8b0de'],
})
export const passwordTooShort = reason({
  kind: 'validation_failed',
  code: 'password_too_short',
  when: 'The new password is too short.',
  message: (min: number) =>
    `The password is too short. Use ${min} characters or more; several words are a good password.`,
  example: [12],
})
export const passwordTooLong = reason({
  kind: 'validation_failed',
  code: 'password_too_long',
  when: 'The new password is too long.',
  message: (max: number) => `The password is too long. Use ${max} characters at most.`,
  example: [256],
})
export const passwordTooCommon = reason({
  kind: 'validation_failed',
  code: 'password_too_common',
  when: 'The new password is easy to guess.',
  message: 'This password is easy to guess. Use several words that do not belong together.',
})
export const passwordRequired = reason({
  kind: 'validation_failed',
  code: 'password_required',
  when: 'The person has no password yet, and none was sent.',
  message: 'Choose a password.',
  errors: [{ code: 'required', field: 'password', rules: ['required'] }],
})
export const sessionOfOneAccount = reason({
  kind: 'not_permitted',
  code: 'session_of_one_account',
  when: 'An insurer’s provider signed the person in, and the change would concern all accounts.',
  message:
    'You are signed in by the provider of one account. Sign in with your password or a passkey to change how you sign in.',
})
export const currentPasswordWrong = reason({
  kind: 'validation_failed',
  code: 'current_password_wrong',
  when: 'The current password is wrong or missing.',
  message: 'The current password is wrong. This change needs it, although you are signed in.',
})
export const emailInvalid = reason({
  kind: 'validation_failed',
  code: 'email_invalid',
  when: 'The text is not an e-mail address.',
  message: 'This is not an e-mail address.',
  errors: [{ code: 'invalid_value', field: 'email', rules: ['email'] }],
})
export const linkUnknown = reason({
  kind: 'not_found',
  code: 'link_unknown',
  when: 'The link was used, has expired, was replaced by another one, or never existed.',
  message: 'This link no longer works. Ask an administrator for a new one.',
})
export const signInFirst = reason({
  kind: 'not_permitted',
  code: 'sign_in_first',
  when: 'The invited person has signed in before, and is not signed in now.',
  message: 'Sign in with the e-mail address that was invited, then open the link again.',
})
export const lastAdministrator = reason({
  kind: 'not_permitted',
  code: 'last_administrator',
  when: 'The account would have nobody left who may manage people and roles.',
  message:
    'This person is the last one who may manage people and roles. Give these permissions to somebody else first.',
})
export const userTokenNotFound = notFound('The token', {
  code: 'user_token_not_found',
  when: 'You have no such token.',
  example: 'utk_01b0acc58e20c3f5cb6ba6d8b0de',
})
export const tooManyUserTokens = reason({
  kind: 'validation_failed',
  code: 'too_many_user_tokens',
  when: 'You have the maximum number of tokens.',
  message: (max: number) => `You have ${max} tokens, which is the maximum. Revoke one first.`,
  example: [50],
})
