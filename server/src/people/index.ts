export { peopleJobs } from './background-jobs.ts'
export {
  type PasswordCost,
  type PasswordHasher,
  createPasswordHasher,
} from './passwords/hash-password.ts'
export { beginTotp, confirmTotp, removeTotp } from './factors/change-totp.ts'
export * from './factors/reasons.ts'
export { type GivenCode, signInWithCode } from './factors/sign-in-with-code.ts'
export { type SignInRules, changeSignInRules } from './factors/sign-in-rules.ts'
export { selectRules } from './factors/sign-in-rules-store.ts'
export { assertRingOpensTotp } from './factors/totp-secret.ts'
export { addPasskey, optionsForNewPasskey, removePasskey } from './passkeys/add-passkey.ts'
export { type Passkey, selectPasskeys } from './passkeys/passkey-store.ts'
export { relyingPartyOf } from './passkeys/relying-party.ts'
export { optionsForSignIn, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts'
export * from './reasons.ts'
export type { SignInRequest } from './sessions/begin-session.ts'
export { endOwnSession } from './sessions/end-own-session.ts'
export { type Sessions, openSessions } from './sessions/open-sessions.ts'
export {
  type AskedFor,
  type Factors,
  type Session,
  type SignedIn,
  assertSecondFactor,
  callerOf as callerOfSession,
  expiryOf,
} from './sessions/session.ts'
export { selectSessions } from './sessions/session-store.ts'
export * from './sign-in/browser-token.ts'
export { type SignedInNow, signIn } from './sign-in/sign-in.ts'
export type { SignInPlace } from './sign-in/slow-down.ts'
