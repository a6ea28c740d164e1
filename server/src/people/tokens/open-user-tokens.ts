import { type Clock, todayIn } from '../../kernel/index.ts'
import { type ChangeFeed, type Database, createCache } from '../../database/index.ts'
import {
  type KeyHolder,
  grantsIn,
  grantsOfRoles,
  selectAccount,
  selectOwnRoles,
  unknownKey,
} from '../../identity/index.ts'
import { hashSecret } from '../../sealing/index.ts'
import { selectUserTokenByHash, updateUserTokenUsed } from './user-token-store.ts'

export interface UserTokens {
  /** The person behind a personal token, as a caller of its account and mode. */
  authenticate(token: string): Promise<KeyHolder>
}

interface Found {
  readonly holder: KeyHolder
  readonly expiresAt: Temporal.Instant
}

const cachedMax = 10_000
const freshMs = 5_000
const tokenForm = /^ut_(?:test|live)_[0-9a-f]{48}$/

/** Cached for seconds, forgotten when anything about people or roles changes. */
export function openUserTokens(deps: {
  readonly db: Database
  readonly feed: ChangeFeed
  readonly clock: Clock
}): UserTokens {
  const cache = createCache<string, Found | undefined>({ entriesMax: cachedMax, freshMs })
  deps.feed.on('people', () => cache.clear())
  deps.feed.on('keys', () => cache.clear()) // Roles belong to keys as well.

  async function load(hash: string): Promise<Found | undefined> {
    const stored = await selectUserTokenByHash(deps.db, hash)
    if (stored === undefined) return undefined
    const { tokenId, userId, accountId, livemode, roles, lastUsedOn, expiresAt } = stored
    const account = await selectAccount(deps.db, accountId)
    if (account === undefined) throw new Error(`the account ${accountId} of a token is gone`)
    const own = await selectOwnRoles(deps.db, accountId)
    const today = todayIn('UTC', deps.clock())
    if (lastUsedOn === null || !lastUsedOn.equals(today)) {
      await updateUserTokenUsed(deps.db, tokenId, today)
    }
    const holder: KeyHolder = {
      account,
      actor: { kind: 'user', id: userId, sessionId: tokenId },
      keyKind: 'secret',
      livemode,
      page: null,
      grants: grantsIn(grantsOfRoles(roles, own), livemode),
    }
    return { holder, expiresAt }
  }

  return {
    async authenticate(token) {
      if (!tokenForm.test(token)) throw unknownKey('secret', token)
      const hash = hashSecret(token).toString('hex')
      const found = await cache.get(hash, () => load(hash))
      if (found === undefined || Temporal.Instant.compare(found.expiresAt, deps.clock()) <= 0) {
        throw unknownKey('secret', token)
      }
      return found.holder
    },
  }
}
