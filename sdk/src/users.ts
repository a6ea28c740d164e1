import type { Caller } from './caller.ts'
import type {
  AcceptInvitation,
  ChangeEmail,
  ChangeMe,
  ChangePassword,
  ChangeUserRoles,
  CreateEmailLink,
  CreatePersonalToken,
  InviteUser,
  LinkSecret,
  Operations,
  RequestPasswordReset,
  ResetPassword,
  SignIn,
} from './generated.ts'
import type { CallOptions } from './operation.ts'

/** The account of the people, where it is not your own: `{ account_id }`. */
type Of = Operations['listUsers']['query']

/** The people of an account. A distributor's secret key works too, for its own people. */
export function usersOf({ call }: Caller) {
  return {
    list: (of: Of = {}, options?: CallOptions) => call('listUsers', { ...options, query: of }),
    /** A person with sessions and open links. */
    show: (userId: string, of: Of = {}, options?: CallOptions) =>
      call('showUser', { ...options, params: { userId }, query: of }),
    /** The answer has the link to pass on. */
    invite: (body: InviteUser, options?: CallOptions) => call('inviteUser', { ...options, body }),
    changeRoles: (userId: string, body: ChangeUserRoles, of: Of = {}, options?: CallOptions) =>
      call('changeUserRoles', { ...options, params: { userId }, query: of, body }),
    remove: (userId: string, of: Of = {}, options?: CallOptions) =>
      call('removeUser', { ...options, params: { userId }, query: of }),
    deactivate: (userId: string, of: Of = {}, options?: CallOptions) =>
      call('deactivateUser', { ...options, params: { userId }, query: of }),
    reactivate: (userId: string, of: Of = {}, options?: CallOptions) =>
      call('reactivateUser', { ...options, params: { userId }, query: of }),
    /** The answer has the link by which the person sets a new password. */
    createResetLink: (userId: string, of: Of = {}, options?: CallOptions) =>
      call('createResetLink', { ...options, params: { userId }, query: of }),
    /** The answer has the link that confirms a change of address. */
    createEmailLink: (userId: string, body: CreateEmailLink, of: Of = {}, options?: CallOptions) =>
      call('createEmailLink', { ...options, params: { userId }, query: of, body }),
    /** For a person who has lost the authenticator app. */
    removeSecondFactor: (userId: string, of: Of = {}, options?: CallOptions) =>
      call('removeSecondFactor', { ...options, params: { userId }, query: of }),
    endSession: (userId: string, sessionId: string, of: Of = {}, options?: CallOptions) =>
      call('endUserSession', { ...options, params: { userId, sessionId }, query: of }),
    endSessions: (userId: string, of: Of = {}, options?: CallOptions) =>
      call('endUserSessions', { ...options, params: { userId }, query: of }),
  }
}

/** What a signed-in person does for themselves, in a page of the server. */
export function meOf({ call }: Caller) {
  return {
    /** The caller, and what it may do: works with keys and tokens too. */
    show: (options?: CallOptions) => call('showMe', options),
    signIn: (body: SignIn, options?: CallOptions) => call('signIn', { ...options, body }),
    signOut: (options?: CallOptions) => call('signOut', options),
    sessions: {
      list: (options?: CallOptions) => call('listSessions', options),
      end: (sessionId: string, options?: CallOptions) =>
        call('endSession', { ...options, params: { sessionId } }),
    },
    changeName: (body: ChangeMe, options?: CallOptions) => call('changeMe', { ...options, body }),
    changePassword: (body: ChangePassword, options?: CallOptions) =>
      call('changePassword', { ...options, body }),
    changeEmail: (body: ChangeEmail, options?: CallOptions) =>
      call('changeEmail', { ...options, body }),
    tokens: {
      list: (options?: CallOptions) => call('listPersonalTokens', options),
      create: (body: CreatePersonalToken, options?: CallOptions) =>
        call('createPersonalToken', { ...options, body }),
      revoke: (tokenId: string, options?: CallOptions) =>
        call('revokePersonalToken', { ...options, params: { tokenId } }),
    },
  }
}

/** What links open, in a page of the server. */
export function linksOf({ call }: Caller) {
  return {
    acceptInvitation: (body: AcceptInvitation, options?: CallOptions) =>
      call('acceptInvitation', { ...options, body }),
    resetPassword: (body: ResetPassword, options?: CallOptions) =>
      call('resetPassword', { ...options, body }),
    signIn: (body: LinkSecret, options?: CallOptions) => call('signInByLink', { ...options, body }),
    confirmEmail: (body: LinkSecret, options?: CallOptions) =>
      call('confirmEmail', { ...options, body }),
    requestPasswordReset: (body: RequestPasswordReset, options?: CallOptions) =>
      call('requestPasswordReset', { ...options, body }),
  }
}
