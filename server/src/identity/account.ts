import type { AccountId, KeyId } from '../kernel/index.ts'

export type AccountKind = 'insurer' | 'distributor'

/** An insurer, who owns products, or a distributor, who sells them. */
export interface Account {
  readonly id: AccountId
  readonly kind: AccountKind
  /** A short name for people and files; never a credential. */
  readonly key: string
  readonly name: string
}

/** The authenticated sender of a request. */
export interface Caller {
  readonly account: Account
  readonly keyId: KeyId
  readonly keyKind: KeyKind
  readonly livemode: boolean
  /** The origin of another site's web page that uses a public key; null for all others. */
  readonly page: string | null
}

/** An account that sees sales: with a key, or through its webhooks. */
export interface Viewer extends Pick<Caller, 'keyKind' | 'livemode'> {
  readonly account: Pick<Account, 'id' | 'kind'>
}

export type KeyKind = 'public' | 'secret'

/** A sale, as far as access to it is concerned. */
export interface Sale {
  readonly insurerId: AccountId
  readonly distributorId: AccountId
  readonly livemode: boolean
}

/** The sale, if this caller may see it; otherwise it is not found. */
export function seenBy<Seen extends Sale>(
  caller: Viewer,
  sale: Seen | undefined,
): Seen | undefined {
  return sale !== undefined && maySee(caller, sale) ? sale : undefined
}

/**
 * A distributor sees its own sales, an insurer all sales of its products; test and live are
 * separate.
 */
function maySee(caller: Viewer, sale: Sale): boolean {
  if (caller.livemode !== sale.livemode) return false
  const owner = caller.account.kind === 'insurer' ? sale.insurerId : sale.distributorId
  return caller.account.id === owner
}
