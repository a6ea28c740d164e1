import { type Clock, todayIn } from '../kernel/index.ts'
import { type ChangeFeed, type Database, createCache } from '../database/index.ts'
import { hashSecret } from '../sealing/index.ts'
import type { Caller } from './account.ts'
import { everything, grantsIn } from './grants.ts'
import { type TokenHolder, selectTokenHolder } from './access-token-store.ts'
import { type StoredKey, selectKeyByHash, updateKeyLastUsed } from './identity-store.ts'
import { keysOfTwoAccounts, noKey, tokenUnknown, unknownKey } from './reasons.ts'

/** The credentials of a request: a public key, a secret key, both or neither. */
export interface Credentials {
  readonly publicKey: string | null
  readonly secretKey: string | null
}

/** The caller, before anything is known of the call. */
export type KeyHolder = Omit<Caller, 'limits' | 'request'>

export interface Authenticator {
  /** The caller. With both keys the secret one decides, and both must belong to one account. */
  authenticate(credentials: Credentials): Promise<KeyHolder>
  /** The holder of an access token. */
  authenticateToken(token: string): Promise<TokenHolder>
}

interface KnownKey extends Pick<StoredKey, 'expiresAt'> {
  readonly holder: KeyHolder
}

const keysCachedMax = 10_000
const keysFreshMs = 5_000
const keyLengthMax = 200

/**
 * A flood of unknown credentials costs little: concurrent lookups share one statement, and few such
 * statements run at a time, so that valid credentials among them need not be refused.
 */
export function createAuthenticator(deps: {
  readonly db: Database
  readonly feed: ChangeFeed
  readonly clock: Clock
}): Authenticator {
  // By the key itself: a request has it in memory anyway, and its hash would be computed for each.
  const keys = createCache<string, KnownKey | undefined>({
    entriesMax: keysCachedMax,
    freshMs: keysFreshMs,
  })
  const tokens = createCache<string, TokenHolder | undefined>({
    entriesMax: keysCachedMax,
    freshMs: keysFreshMs,
  })
  deps.feed.on('keys', () => {
    keys.clear()
    tokens.clear()
  })

  async function load(key: string): Promise<KnownKey | undefined> {
    const stored = await selectKeyByHash(deps.db, hashSecret(key).toString('hex'))
    if (stored === undefined) return undefined
    const today = todayIn('UTC', deps.clock())
    if (stored.lastUsedOn === null || !stored.lastUsedOn.equals(today)) {
      await updateKeyLastUsed(deps.db, stored.keyId, today)
    }
    return { holder: holderOf(stored), expiresAt: stored.expiresAt }
  }

  async function find(key: string, kind: 'public' | 'secret'): Promise<KeyHolder> {
    if (key.length <= keyLengthMax) {
      const found = await keys.get(key, () => load(key))
      const isValid = found?.holder.keyKind === kind && !isExpired(found, deps.clock())
      if (isValid) return found.holder
    }
    throw unknownKey(kind, key)
  }

  return {
    async authenticateToken(token) {
      const hash = hashSecret(token.slice(0, keyLengthMax)).toString('hex')
      const holder = await tokens.get(hash, () => selectTokenHolder(deps.db, hash))
      if (holder !== undefined) return holder
      throw tokenUnknown()
    },
    async authenticate({ publicKey, secretKey }) {
      if (secretKey === null && publicKey === null) {
        throw noKey()
      }
      const publicOne = publicKey === null ? null : await find(publicKey, 'public')
      const secretOne = secretKey === null ? null : await find(secretKey, 'secret')
      if (publicOne !== null && secretOne !== null && !areOfOneAccount(publicOne, secretOne)) {
        throw keysOfTwoAccounts()
      }
      const deciding = secretOne ?? publicOne
      if (deciding === null) throw new Error('one of the two keys was given')
      return deciding
    },
  }
}

function holderOf({ account, keyId, keyKind, livemode, grants }: StoredKey): KeyHolder {
  return {
    account,
    actor: { kind: 'key', id: keyId },
    keyKind,
    page: null,
    livemode,
    grants: grants === null ? everything : grantsIn(grants, livemode),
  }
}

function isExpired({ expiresAt }: KnownKey, now: Temporal.Instant): boolean {
  return expiresAt !== null && Temporal.Instant.compare(expiresAt, now) <= 0
}

function areOfOneAccount(one: KeyHolder, other: KeyHolder): boolean {
  return one.account.id === other.account.id && one.livemode === other.livemode
}
