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
} from './sessions/session.ts'
export { selectSessions } from './sessions/session-store.ts'
export * from './sign-in/browser-token.ts'
export { signIn } from './sign-in/sign-in.ts'
