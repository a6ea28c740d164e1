import type {
  AccountId,
  DeclarationId,
  KeyId,
  SessionId,
  UserId,
  UserTokenId,
} from '../kernel/index.ts'
import type { SecondPerson } from './act.ts'
import { type Grants, type Limit, isWithin } from './grants.ts'

export type AccountKind = 'insurer' | 'distributor'

/** An insurer, who owns products, or a distributor, who sells them. */
export interface Account {
  readonly id: AccountId
  readonly kind: AccountKind
  /** A short name for people and files; never a credential. */
  readonly key: string
  readonly name: string
}

/** An account as whoever manages it sees it. */
export interface ManagedAccount extends Account {
  /** Where mails about the sales of a distributor go; null where it gets none. */
  readonly mailAddress: string | null
}

/** The authenticated sender of a request. */
export interface Caller {
  readonly account: Account
  readonly actor: Actor
  /** A person counts as a secret key. */
  readonly keyKind: KeyKind
  readonly livemode: boolean
  readonly grants: Grants
  /** What the permission of the call is limited to; null if nothing. */
  readonly limits: readonly Limit[] | null
  /** Where the request came from, for the audit log. Null outside of requests. */
  readonly request: RecordedOrigin | null
  /** The origin of another site's web page that uses a public key; null for all others. */
  readonly page: string | null
  /** Of an act that is being requested or approved. */
  readonly secondPerson?: SecondPerson
  /** Whether the answer goes to another person, who may not see personal data. */
  readonly isShownMasked?: boolean
}

/**
 * Who acts for an account: a program with a key, a person, or the platform because of what a customer has
 * declared.
 */
export type Actor =
  | { readonly kind: 'customer'; readonly id: DeclarationId }
  | { readonly kind: 'key'; readonly id: KeyId }
  | {
      readonly kind: 'user'
      readonly id: UserId
      /** The session or the personal token that the person acts with. */
      readonly sessionId: SessionId | UserTokenId
    }

export interface RequestOrigin {
  readonly id: string
  readonly address: string
}

/** As the audit log has it. A call that is made for somebody has no address of theirs. */
export interface RecordedOrigin {
  readonly id: string
  readonly address: string | null
}

/** An account that sees sales: with a key, or through its webhooks. */
export interface Viewer extends Pick<Caller, 'keyKind' | 'livemode'> {
  /** Webhooks have none. */
  readonly limits?: Caller['limits']
  readonly account: Pick<Account, 'id' | 'kind'>
}

export type KeyKind = 'public' | 'secret'

/** A sale, as far as access to it is concerned. */
export interface Sale {
  readonly insurerId: AccountId
  readonly distributorId: AccountId | null
  readonly productId: string
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
 * separate. The permission of the call may be limited to some of them.
 */
function maySee(caller: Viewer, sale: Sale): boolean {
  if (caller.livemode !== sale.livemode) return false
  const owner = caller.account.kind === 'insurer' ? sale.insurerId : sale.distributorId
  return caller.account.id === owner && isWithin(caller.limits ?? null, sale)
}
