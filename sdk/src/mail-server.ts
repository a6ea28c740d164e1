import type { Caller } from './caller.ts'
import type { SetMailServer, TestMailServer } from './generated.ts'
import type { CallOptions } from './operation.ts'

/** The mail server of your own, in the mode of the key. */
export function mailServerOf({ call }: Caller) {
  return {
    show: (options?: CallOptions) => call('showMailServer', options),
    /** What DNS says of the domains that mails come from. */
    check: (options?: CallOptions) => call('checkSender', options),
    /** Replaces all settings; secrets that are left out stay. */
    set: (body: SetMailServer, options?: CallOptions) =>
      call('setMailServer', { ...options, body }),
    remove: (options?: CallOptions) => call('removeMailServer', options),
    /** Sends one mail, and shows what the server answered. */
    test: (body: TestMailServer, options?: CallOptions) =>
      call('testMailServer', { ...options, body }),
  }
}
