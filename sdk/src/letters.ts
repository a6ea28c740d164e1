import type { Caller } from './caller.ts'
import type { DeliverLetter, Operations, ReturnLetter, SendLetter } from './generated.ts'
import type { CallOptions } from './operation.ts'

/** Letters that are sent by post. */
export function lettersOf({ call, download, list }: Caller) {
  return {
    search: ({ limit, ...filters }: Filters = {}, options?: CallOptions) =>
      list('searchLetters', {
        ...options,
        query: { ...filters, ...(limit === undefined ? {} : { limit: String(limit) }) },
      }),
    show: (letterId: string, options?: CallOptions) =>
      call('showLetter', { ...options, params: { letterId } }),
    /** The PDF to print, in chunks. */
    fetch: (letterId: string, options?: CallOptions) =>
      download('fetchLetter', { ...options, params: { letterId } }),
    sent: (letterId: string, body: SendLetter, options?: CallOptions) =>
      call('sendLetter', { ...options, params: { letterId }, body }),
    /** Proves that it has arrived. */
    delivered: (letterId: string, body: DeliverLetter, options?: CallOptions) =>
      call('deliverLetter', { ...options, params: { letterId }, body }),
    returned: (letterId: string, body: ReturnLetter, options?: CallOptions) =>
      call('returnLetter', { ...options, params: { letterId }, body }),
  }
}

type Filters = Omit<NonNullable<Operations['searchLetters']['query']>, 'limit'> & {
  readonly limit?: number
}
