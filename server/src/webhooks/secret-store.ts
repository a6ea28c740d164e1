import type { WebhookId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'
import type { WebhookSecret } from './webhook-secret.ts'

export async function insertSecret(tx: Queryable, secret: WebhookSecret): Promise<void> {
  await tx.query(sql`
    insert into webhook_secrets (webhook_id, number, ring_key_id, sealed_key, sealed_data)
    values (${secret.webhookId}, ${secret.number}, ${secret.ringKeyId}, ${secret.sealedKey},
      ${secret.sealedData})`)
}

/** Those in force, the newest first. */
export async function selectSecretsOf(
  db: Queryable,
  webhookIds: readonly WebhookId[],
  now: Temporal.Instant,
): Promise<WebhookSecret[]> {
  return db.query(sql`
    select webhook_id as "webhookId", number, ring_key_id as "ringKeyId", sealed_key as "sealedKey",
      sealed_data as "sealedData", expires_at as "expiresAt"
    from webhook_secrets
    where webhook_id = any(${[...webhookIds]}::text[])
      and (expires_at is null or expires_at > ${now})
    order by webhook_id, number desc`)
}

/** Ends the current secret at that time, and earlier ones at once. Returns its number. */
export async function retireSecret(
  tx: Queryable,
  webhookId: WebhookId,
  expiresAt: Temporal.Instant,
): Promise<number> {
  const [retired] = await tx.query<{ number: number }>(sql`
    update webhook_secrets set expires_at = ${expiresAt}
    where webhook_id = ${webhookId} and expires_at is null returning number`)
  if (retired === undefined) throw new Error(`${webhookId} has no secret`)
  await tx.query(sql`
    delete from webhook_secrets
    where webhook_id = ${webhookId} and number < ${retired.number}`)
  return retired.number
}

export async function deleteSecrets(tx: Queryable, webhookId: WebhookId): Promise<void> {
  await tx.query(sql`delete from webhook_secrets where webhook_id = ${webhookId}`)
}

/** Some secrets that were encrypted with an old key, locked until they are encrypted again. */
export async function selectStaleWebhookSecrets(
  tx: Queryable,
  ringKeyId: string,
  rowsMax: number,
): Promise<WebhookSecret[]> {
  return tx.query(sql`
    select webhook_id as "webhookId", number, ring_key_id as "ringKeyId", sealed_key as "sealedKey",
      sealed_data as "sealedData", expires_at as "expiresAt"
    from webhook_secrets where ring_key_id <> ${ringKeyId}
    limit ${rowsMax} for update skip locked`)
}

export async function updateSealedKey(tx: Queryable, secret: WebhookSecret): Promise<void> {
  await tx.query(sql`
    update webhook_secrets set ring_key_id = ${secret.ringKeyId}, sealed_key = ${secret.sealedKey}
    where webhook_id = ${secret.webhookId} and number = ${secret.number}`)
}

/** One for each key of the ring that is in use. */
export async function selectOneWebhookSecretPerKey(db: Queryable): Promise<WebhookSecret[]> {
  return db.query(sql`
    select distinct on (ring_key_id) webhook_id as "webhookId", number, ring_key_id as "ringKeyId",
      sealed_key as "sealedKey", sealed_data as "sealedData", expires_at as "expiresAt"
    from webhook_secrets order by ring_key_id`)
}
