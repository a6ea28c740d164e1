export { keepAnAdministrator, refusalOfLeaving } from './administrators.ts'
export { peopleJobs } from './background-jobs.ts'
export { changeName, changePassword, requestEmailChange } from './change-own.ts'
export { createUser } from './create-user.ts'
export { acceptInvitation } from './links/accept-invitation.ts'
export { createLink, showLink } from './links/create-link.ts'
export { type NewLink, type UserLink, addressOf } from './links/link.ts'
export {
  deleteInvitations,
  deleteLinks,
  selectEmailChange,
  selectInvitations,
  selectOpenLinks,
  updateInvitedRoles,
} from './links/link-store.ts'
export { createSignInLink } from './links/sign-in-link.ts'
export { confirmEmail, resetPassword, signInByLink } from './links/use-link.ts'
export {
  type Member,
  selectRolesOfMembers,
  deleteMembership,
  selectActiveRoles,
  selectMember,
  selectMembers,
  selectMembershipsOf,
} from './member-store.ts'
export {
  type PasswordCost,
  type PasswordHasher,
  createPasswordHasher,
} from './passwords/hash-password.ts'
export { beginTotp, confirmTotp, removeTotp, renewRecoveryCodes } from './factors/change-totp.ts'
export * from './factors/reasons.ts'
export { type GivenCode, signInWithCode } from './factors/sign-in-with-code.ts'
export { type SignInRules, changeSignInRules } from './factors/sign-in-rules.ts'
export { selectRules } from './factors/sign-in-rules-store.ts'
export { assertRingOpensTotp } from './factors/totp-secret.ts'
export { deleteTotp, hasTotp } from './factors/totp-store.ts'
export { addPasskey, optionsForNewPasskey, removePasskey } from './passkeys/add-passkey.ts'
export { type Passkey, selectPasskeys } from './passkeys/passkey-store.ts'
export { relyingPartyOf } from './passkeys/relying-party.ts'
export { optionsForSignIn, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts'
export * from './reasons.ts'
export { requestReset } from './request-reset.ts'
export { type SignInRequest, endSessions } from './sessions/begin-session.ts'
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
  reaches,
} from './sessions/session.ts'
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
export {
  hasSignedIn,
  selectSessions,
  updateEndedOfProvider,
  updateToRenew,
} from './sessions/session-store.ts'
export * from './sign-in/browser-token.ts'
export { type SignedInNow, signIn } from './sign-in/sign-in.ts'
export type { SignInPlace } from './sign-in/slow-down.ts'
export { type UserTokens, openUserTokens } from './tokens/open-user-tokens.ts'
export { type NewUserToken, createUserToken, revokeUserToken } from './tokens/own-user-tokens.ts'
export { type UserToken, isUserToken } from './tokens/user-token.ts'
export { selectUserTokens, updateUserTokensRevoked } from './tokens/user-token-store.ts'
export { type User, readEmail } from './user.ts'
export {
  hasUsers,
  lockUser,
  selectUser,
  selectUserByEmail,
  selectUserNames,
  updateDeactivated,
  upsertMembership,
} from './user-store.ts'
