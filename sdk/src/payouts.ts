import type { Caller } from './caller.ts'
import type {
  ExportPayouts,
  Operations,
  PayOutCredit,
  ResolvePayout,
  SetPayoutAccount,
} from './generated.ts'
import type { CallOptions } from './operation.ts'

type Filters = Omit<NonNullable<Operations['searchPayouts']['query']>, 'limit'> & {
  readonly limit?: number
}

/** Money that people pay out by bank. */
export function payoutsOf({ call, download, list }: Caller) {
  return {
    search: ({ limit, ...filters }: Filters = {}, options?: CallOptions) =>
      list('searchPayouts', {
        ...options,
        query: { ...filters, ...(limit === undefined ? {} : { limit: String(limit) }) },
      }),
    show: (payoutId: string, options?: CallOptions) =>
      call('showPayout', { ...options, params: { payoutId } }),
    /** Says where the money goes. */
    setAccount: (payoutId: string, body: SetPayoutAccount, options?: CallOptions) =>
      call('setPayoutAccount', { ...options, params: { payoutId }, body }),
    /** Lets an amount go to the bank that needs two people. */
    release: (payoutId: string, options?: CallOptions) =>
      call('releasePayout', { ...options, params: { payoutId } }),
    /** Says what became of it: done, failed, returned or cancelled. */
    resolve: (payoutId: string, body: ResolvePayout, options?: CallOptions) =>
      call('resolvePayout', { ...options, params: { payoutId }, body }),
    /** Pays credit of a customer out: back the way it came, and the rest by bank. */
    ofCredit: (policyId: string, body: PayOutCredit, options?: CallOptions) =>
      call('payOutCredit', { ...options, params: { policyId }, body }),
    /** Puts all that is pending into a batch for the bank. */
    export: (body: ExportPayouts = {}, options?: CallOptions) =>
      call('exportPayouts', { ...options, body }),
    /** The file of a batch, in chunks. After the first time it takes `again: true`. */
    download: (
      batchId: string,
      { again = false }: { readonly again?: boolean } = {},
      options?: CallOptions,
    ) =>
      download('downloadPayouts', {
        ...options,
        params: { batchId },
        query: again ? { again: 'true' } : {},
      }),
  }
}
