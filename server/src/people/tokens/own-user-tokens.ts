import { type AccountId, type Clock, type JsonObject, mintId } from '../../kernel/index.ts'
import { recordAuditIn } from '../../audit/index.ts'
import { type Database, announceChange } from '../../database/index.ts'
import { type RequestOrigin, selectManagerOf } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import { hashSecret } from '../../sealing/index.ts'
import { notAMember, tooManyUserTokens, userTokenNotFound } from '../reasons.ts'
import { type SignedIn, actorOf } from '../sessions/session.ts'
import { lockUser } from '../user-store.ts'
import { type UserToken, mintUserToken } from './user-token.ts'
import { insertUserToken, selectUserTokens, updateUserTokensRevoked } from './user-token-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** A token with its credential, which is shown this once. */
export interface NewUserToken {
  readonly record: UserToken
  readonly credential: string
}

const userTokensMax = 50
const hintDigits = 4

export async function createUserToken(
  deps: Deps,
  { user, session, memberships }: SignedIn,
  wanted: {
    readonly accountId: AccountId
    readonly livemode: boolean
    readonly name: string
    readonly validDays: number
  },
  request: RequestOrigin | null,
  replay: ReplayWriter<NewUserToken> | null,
): Promise<NewUserToken> {
  const now = deps.clock()
  const { accountId, livemode, name } = wanted
  if (!memberships.some(({ account }) => account.id === accountId)) throw notAMember(accountId)
  const credential = mintUserToken(livemode)
  const record: UserToken = {
    id: mintId('utk', now),
    userId: user.id,
    accountId,
    livemode,
    name,
    hint: credential.slice(-hintDigits),
    createdAt: now,
    expiresAt: now.add({ hours: 24 * wanted.validDays }),
    lastUsedOn: null,
    revokedAt: null,
  }
  return deps.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const present = await selectUserTokens(tx, user.id)
    if (present.length >= userTokensMax) throw tooManyUserTokens(userTokensMax)
    await insertUserToken(tx, record, hashSecret(credential))
    const change = { action: 'user_token.created', subjectId: record.id, before: null } as const
    const log = [await selectManagerOf(tx, accountId)]
    const by = { actor: actorOf({ user, session }), request }
    await recordAuditIn(tx, log, by, { ...change, after: describe(record) }, now)
    const made = { record, credential }
    await completeReservation(tx, replay, made)
    return made
  })
}

export async function revokeUserToken(
  deps: Deps,
  { user, session }: SignedIn,
  id: string,
  request: RequestOrigin | null,
): Promise<UserToken> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const present = await selectUserTokens(tx, user.id)
    const known = present.find((one) => one.id === id)
    if (known === undefined) throw userTokenNotFound(id)
    const [revoked] = await updateUserTokensRevoked(tx, user.id, { only: known.id }, now)
    if (revoked === undefined) throw userTokenNotFound(id)
    const change = { action: 'user_token.revoked', subjectId: known.id, after: null } as const
    const log = [await selectManagerOf(tx, known.accountId)]
    const by = { actor: actorOf({ user, session }), request }
    await recordAuditIn(tx, log, by, { ...change, before: describe(known) }, now)
    await announceChange(tx, 'people')
    return revoked
  })
}

function describe({ id, accountId, livemode, name, hint, expiresAt }: UserToken): JsonObject {
  return { id, account_id: accountId, livemode, name, hint, expires_at: expiresAt.toString() }
}
