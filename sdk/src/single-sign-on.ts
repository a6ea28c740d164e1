import type { Caller } from './caller.ts'
import type { SetUpSingleSignOn } from './generated.ts'
import type { CallOptions } from './operation.ts'

/** The identity provider by which the people of the account sign in. */
export function singleSignOnOf({ call }: Caller) {
  return {
    show: (options?: CallOptions) => call('showSingleSignOn', options),
    /** Replaces all settings; without `client_secret` the stored one stays. */
    setUp: (body: SetUpSingleSignOn, options?: CallOptions) =>
      call('setUpSingleSignOn', { ...options, body }),
    remove: (options?: CallOptions) => call('removeSingleSignOn', options),
  }
}
