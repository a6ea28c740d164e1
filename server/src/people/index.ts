export {
  type PasswordCost,
  type PasswordHasher,
  createPasswordHasher,
} from './passwords/hash-password.ts'
export * from './reasons.ts'
export type { SignInRequest } from './sessions/begin-session.ts'
export { endOwnSession } from './sessions/end-own-session.ts'
export { type Sessions, openSessions } from './sessions/open-sessions.ts'
export {
  type AskedFor,
  type Session,
  type SignedIn,
  callerOf as callerOfSession,
  expiryOf,
  reaches,
} from './sessions/session.ts'
export { selectSessions, updateEndedOfProvider } from './sessions/session-store.ts'
export * from './sign-in/browser-token.ts'
export { signIn } from './sign-in/sign-in.ts'
export { assertRingOpensProviders, singleSignOnJobs } from './single-sign-on/background-jobs.ts'
export { SingleSignOnFailure } from './single-sign-on/failure.ts'
export {
  type IdentityProvider,
  type StoredProvider,
  sealClientSecret,
} from './single-sign-on/identity-provider.ts'
export {
  deleteIdentityProvider,
  selectIdentityProvider,
  upsertIdentityProvider,
} from './single-sign-on/identity-provider-store.ts'
export { type ProviderClient, openProviderClient } from './single-sign-on/provider-client.ts'
export {
  beginAtProvider,
  finishAtProvider,
  redirectUriOf,
} from './single-sign-on/sign-in-at-provider.ts'
