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
  const keys = createCache<string, StoredKey | undefined>({
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

  async function load(hash: string): Promise<StoredKey | undefined> {
    const key = await selectKeyByHash(deps.db, hash)
    const today = todayIn('UTC', deps.clock())
    if (key !== undefined && (key.lastUsedOn === null || !key.lastUsedOn.equals(today))) {
      await updateKeyLastUsed(deps.db, key.keyId, today)
    }
    return key
  }

  async function find(key: string, kind: 'public' | 'secret'): Promise<StoredKey> {
    if (key.length <= keyLengthMax) {
      const hash = hashSecret(key).toString('hex')
      const found = await keys.get(hash, () => load(hash))
      if (found?.keyKind === kind && !isExpired(found, deps.clock())) return found
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
      return {
        account: deciding.account,
        actor: { kind: 'key', id: deciding.keyId },
        keyKind: deciding.keyKind,
        page: null,
        livemode: deciding.livemode,
        grants:
          deciding.grants === null ? everything : grantsIn(deciding.grants, deciding.livemode),
      }
    },
  }
}

function isExpired(key: StoredKey, now: Temporal.Instant): boolean {
  return key.expiresAt !== null && Temporal.Instant.compare(key.expiresAt, now) <= 0
}

function areOfOneAccount(one: StoredKey, other: StoredKey): boolean {
  return one.account.id === other.account.id && one.livemode === other.livemode
}
