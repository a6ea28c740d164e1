import { type AccessTokenId, type AccountId, type Clock } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Database, Queryable } from '../database/index.ts'
import {
  type AccessTokenRecord,
  type Caller,
  createAccessToken,
  revokeAccessToken,
  selectAccessTokens,
} from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { managedAccount, managedAccounts } from './managed-account.ts'
import { accessTokenNotFound } from './reasons.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** A token with its record; the token is shown this once. */
export interface NewAccessToken {
  readonly record: AccessTokenRecord
  readonly token: string
}

export async function listAccessTokens(
  db: Queryable,
  caller: Caller,
): Promise<AccessTokenRecord[]> {
  const accounts = await managedAccounts(db, caller)
  return selectAccessTokens(
    db,
    accounts.map((account) => account.id),
  )
}

export async function issueAccessToken(
  deps: Deps,
  caller: Caller,
  request: { readonly accountId: AccountId; readonly name: string },
  replay: ReplayWriter<NewAccessToken> | null,
): Promise<NewAccessToken> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    await managedAccount(tx, caller, request.accountId)
    const { id, token } = await createAccessToken(tx, request, now)
    const change = { action: 'access_token.created', subjectId: id } as const
    const record = await managedToken(tx, caller, id)
    await recordAudit(tx, caller, { ...change, before: null, after: describe(record) }, now)
    await completeReservation(tx, replay, { record, token })
    return { record, token }
  })
}

export async function revokeManagedToken(
  deps: Deps,
  caller: Caller,
  id: AccessTokenId,
  replay: ReplayWriter<AccessTokenRecord> | null,
): Promise<AccessTokenRecord> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const token = await managedToken(tx, caller, id)
    if (await revokeAccessToken(tx, id, now)) {
      const change = { action: 'access_token.revoked', subjectId: id } as const
      await recordAudit(tx, caller, { ...change, before: describe(token), after: null }, now)
    }
    const revoked = await managedToken(tx, caller, id)
    await completeReservation(tx, replay, revoked)
    return revoked
  })
}

async function managedToken(
  tx: Queryable,
  caller: Caller,
  id: AccessTokenId,
): Promise<AccessTokenRecord> {
  const token = (await listAccessTokens(tx, caller)).find((one) => one.id === id)
  if (token === undefined) throw accessTokenNotFound(id)
  return token
}

function describe({ id, accountId, name }: AccessTokenRecord) {
  return { id, account_id: accountId, name }
}
