import type { PasskeyId, UserId } from '../../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../../database/index.ts'

/** A passkey of a person. */
export interface Passkey {
  readonly id: PasskeyId
  readonly userId: UserId
  /** How the authenticator calls it, in base64url. */
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  /** For the person, to tell several apart. */
  readonly name: string
  readonly createdAt: Temporal.Instant
  readonly lastUsedAt: Temporal.Instant | null
}

const columns = fragment`
  id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter,
  transports, name, created_at as "createdAt", last_used_at as "lastUsedAt"`

/** False where the credential is known already. */
export async function insertPasskey(tx: Queryable, passkey: Passkey): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
    values (${passkey.id}, ${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey},
      ${passkey.counter}, ${[...passkey.transports]}::text[], ${passkey.name}, ${passkey.createdAt})
    on conflict (credential_id) do nothing returning id`)
  return rows.length > 0
}

/** The oldest first. */
export async function selectPasskeys(db: Queryable, userId: UserId): Promise<Passkey[]> {
  return db.query<Passkey>(compose`
    select ${columns} from passkeys where user_id = ${userId} order by id`)
}

export async function selectPasskeyByCredential(
  db: Queryable,
  credentialId: string,
): Promise<Passkey | undefined> {
  const [row] = await db.query<Passkey>(compose`
    select ${columns} from passkeys where credential_id = ${credentialId}`)
  return row
}

/** False where the counter has not risen: another request was faster, or there is a copy. */
export async function updateUsed(
  tx: Queryable,
  id: PasskeyId,
  counter: number,
  at: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update passkeys set counter = ${counter}::bigint, last_used_at = ${at}
    where id = ${id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))
    returning id`)
  return rows.length > 0
}

export async function deletePasskey(
  tx: Queryable,
  userId: UserId,
  id: string,
): Promise<Passkey | undefined> {
  const [row] = await tx.query<Passkey>(compose`
    delete from passkeys where user_id = ${userId} and id = ${id} returning ${columns}`)
  return row
}
