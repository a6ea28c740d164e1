import type { AccountId } from '../kernel/index.ts'
import type { Account, Caller } from '../identity/index.ts'

/** Whose events are read: all of an insurer in a mode, or those of a distributor's own sales. */
export interface FeedOwner {
  readonly kind: Account['kind']
  readonly accountId: AccountId
  readonly livemode: boolean
  /** To distributors, of a permission to read events; null where there are none. */
  readonly limits: Caller['limits']
}

export function feedOwner({ account, livemode, limits }: Caller): FeedOwner {
  return { kind: account.kind, accountId: account.id, livemode, limits }
}
