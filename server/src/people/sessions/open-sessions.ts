import type { Clock } from '../../kernel/index.ts'
import { mintToken } from '../../kernel/index.ts'
import { type ChangeFeed, type Database, createCache } from '../../database/index.ts'
import { hashSecret } from '../../sealing/index.ts'
import { sessionUnknown } from '../reasons.ts'
import { type SignedIn, isOver } from './session.ts'
import {
  type StoredSession,
  selectSessionByHash,
  updateLastSeen,
  updateSecret,
} from './session-store.ts'

export interface Sessions {
  /**
   * The person behind the secret of a cookie. If the session was given a new secret, the cookie has
   * to be written anew.
   */
  authenticate(secret: string): Promise<SignedIn & { readonly renewedSecret: string | null }>
}

const cachedMax = 10_000
const freshMs = 5_000
const secretForm = /^[0-9a-f]{64}$/
const seenEvery = { seconds: 60 }
/** Requests that were sent before the answer with the new secret carry the old one. */
const oldSecretFor = { seconds: 60 }

/** One indexed read for a request, cached for seconds, forgotten when anything about people changes. */
export function openSessions(deps: {
  readonly db: Database
  readonly feed: ChangeFeed
  readonly clock: Clock
}): Sessions {
  const cache = createCache<string, StoredSession | undefined>({ entriesMax: cachedMax, freshMs })
  deps.feed.on('people', () => cache.clear())
  deps.feed.on('keys', () => cache.clear()) // Roles belong to keys as well.

  async function load(hash: string): Promise<StoredSession | undefined> {
    const found = await selectSessionByHash(deps.db, hash)
    const now = deps.clock()
    if (found === undefined || isOver(found.session, now)) return undefined
    const { id, lastSeenAt } = found.session
    if (Temporal.Instant.compare(lastSeenAt.add(seenEvery), now) > 0) return found
    await updateLastSeen(deps.db, id, now)
    return { ...found, session: { ...found.session, lastSeenAt: now } }
  }

  async function renew(found: StoredSession, hash: Buffer): Promise<string | null> {
    const secret = mintToken()
    const oldUntil = deps.clock().add(oldSecretFor)
    const change = { old: hash, new: hashSecret(secret), oldUntil }
    const isRenewed = await updateSecret(deps.db, found.session.id, change)
    cache.clear()
    return isRenewed ? secret : null
  }

  return {
    async authenticate(secret) {
      if (!secretForm.test(secret)) throw sessionUnknown()
      const hash = hashSecret(secret)
      const hex = hash.toString('hex')
      const found = await cache.get(hex, () => load(hex))
      const now = deps.clock()
      if (found === undefined || isOver(found.session, now)) throw sessionUnknown()
      const { secretUntil, isToRenew } = found
      if (secretUntil !== null && Temporal.Instant.compare(secretUntil, now) <= 0) {
        throw sessionUnknown()
      }
      const renewedSecret = isToRenew && secretUntil === null ? await renew(found, hash) : null
      const { session, user, memberships } = found
      return { session, user, memberships, renewedSecret }
    },
  }
}
