/** Why somebody was not signed in. The sign-in page explains the code; the log has the details. */
export type SingleSignOnCode =
  | 'single_sign_on_not_set_up'
  | 'sign_in_expired'
  | 'provider_unavailable'
  | 'provider_refused'
  | 'provider_untrusted'
  | 'groups_incomplete'
  | 'email_missing'
  | 'email_not_verified'
  | 'email_taken'
  | 'not_invited'
  | 'not_a_member'
  | 'no_role'

export class SingleSignOnFailure extends Error {
  readonly code: SingleSignOnCode

  constructor(code: SingleSignOnCode, cause?: unknown) {
    super(code, { cause })
    this.name = 'SingleSignOnFailure'
    this.code = code
  }
}
