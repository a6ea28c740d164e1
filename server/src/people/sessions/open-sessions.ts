import { type Clock, type SessionId, mintToken } from '../../kernel/index.ts'
import { type ChangeFeed, type Database, createCache } from '../../database/index.ts'
import { hashSecret } from '../../sealing/index.ts'
import { sessionUnknown } from '../reasons.ts'
import { type Session, type SignedIn, isOver } from './session.ts'
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

interface Entry {
  readonly stored: StoredSession
  /** As it was last seen by this process. */
  session: Session
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
  const cache = createCache<string, Entry | undefined>({ entriesMax: cachedMax, freshMs })
  deps.feed.on('people', () => cache.clear())
  deps.feed.on('keys', () => cache.clear()) // Roles belong to keys as well.

  async function load(hash: string): Promise<Entry | undefined> {
    const stored = await selectSessionByHash(deps.db, hash)
    return stored && { stored, session: stored.session }
  }

  /** The session, seen now; it is written once a minute at most. */
  async function see(entry: Entry, now: Temporal.Instant): Promise<Session> {
    const { session } = entry
    if (isOver(session, now)) throw sessionUnknown()
    if (Temporal.Instant.compare(session.lastSeenAt.add(seenEvery), now) > 0) return session
    entry.session = { ...session, lastSeenAt: now }
    await updateLastSeen(deps.db, session.id, now)
    return entry.session
  }

  async function renew(id: SessionId, hash: Buffer): Promise<string | null> {
    const secret = mintToken()
    const oldUntil = deps.clock().add(oldSecretFor)
    const change = { old: hash, new: hashSecret(secret), oldUntil }
    const isRenewed = await updateSecret(deps.db, id, change)
    cache.clear()
    return isRenewed ? secret : null
  }

  return {
    async authenticate(secret) {
      if (!secretForm.test(secret)) throw sessionUnknown()
      const hash = hashSecret(secret)
      const hex = hash.toString('hex')
      const found = await cache.get(hex, () => load(hex))
      if (found === undefined) throw sessionUnknown()
      const now = deps.clock()
      const session = await see(found, now)
      const { secretUntil, isToRenew, user, factors, memberships } = found.stored
      if (secretUntil !== null && Temporal.Instant.compare(secretUntil, now) <= 0) {
        throw sessionUnknown()
      }
      const renewedSecret = isToRenew && secretUntil === null ? await renew(session.id, hash) : null
      return { session, user, factors, memberships, renewedSecret }
    },
  }
}
