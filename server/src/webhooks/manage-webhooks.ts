import { type Clock, type JsonObject, isId, mintId } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import {
  type Database,
  type Queryable,
  type Transaction,
  announceChange,
} from '../database/index.ts'
import { orderEvents, selectLastPosition } from '../events/index.ts'
import { type Caller, lockAccount, selectManagerOf } from '../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { WebhookSettings } from '../settings/index.ts'
import { assertHeadersFree, assertUrlAllowed } from './check-webhook.ts'
import { tooManyWebhooks, webhookNotFound } from './reasons.ts'
import { deleteSecrets, insertSecret, retireSecret } from './secret-store.ts'
import type { Webhook } from './webhook.ts'
import { mintSigningSecret, sealSecret } from './webhook-secret.ts'
import {
  insertWebhook,
  selectWebhook,
  selectWebhooksOf,
  updateDeleted,
  updateWebhook,
} from './webhook-store.ts'

export interface WebhookDeps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly webhookSettings: WebhookSettings
}

/** What a caller says about an endpoint when it is created, and may change later. */
export type WebhookRequest = Pick<
  Webhook,
  'url' | 'description' | 'eventTypes' | 'payload' | 'legacyHeaders'
>

/** An endpoint with its secret, which is shown this once. */
export interface NewSecret {
  readonly webhook: Webhook
  readonly secret: string
}

const webhooksMax = 50

export async function createWebhook(
  deps: WebhookDeps,
  caller: Caller,
  request: WebhookRequest,
  replay: ReplayWriter<NewSecret> | null,
): Promise<NewSecret> {
  assertAllowed(deps, request)
  const now = deps.clock()
  // Events of the past get their positions first, so that the endpoint begins after them.
  await orderEvents(deps.db)
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, caller.account.id)
    const webhooks = await selectWebhooksOf(tx, caller.account.id, caller.livemode)
    if (webhooks.length >= webhooksMax) throw tooManyWebhooks(webhooksMax)
    const webhook: Webhook = {
      id: mintId('whk', now),
      accountId: caller.account.id,
      accountKind: caller.account.kind,
      insurerId: await selectManagerOf(tx, caller.account.id),
      livemode: caller.livemode,
      ...request,
      state: 'enabled',
      disabledBecause: null,
      // Only events from now on are sent.
      deliveredTo: await selectLastPosition(tx),
      failingSince: null,
      createdAt: now,
    }
    await insertWebhook(tx, webhook)
    const secret = mintSigningSecret()
    await insertSecret(tx, sealSecret(deps.keyRing, webhook.id, 1, secret))
    await record(tx, caller, { action: 'webhook.created', before: null, after: webhook }, now)
    const made = { webhook, secret }
    await completeReservation(tx, replay, made)
    return made
  })
}

export function listWebhooks(db: Queryable, caller: Caller): Promise<Webhook[]> {
  return selectWebhooksOf(db, caller.account.id, caller.livemode)
}

/** The endpoint, if it is the caller's own; otherwise it is not found. */
export async function findWebhook(db: Queryable, caller: Caller, id: string): Promise<Webhook> {
  const webhook = isId('whk', id) ? await selectWebhook(db, id) : undefined
  const isOwn = webhook?.accountId === caller.account.id && webhook.livemode === caller.livemode
  if (!isOwn) throw webhookNotFound(id)
  return webhook
}

export async function changeWebhook(
  deps: WebhookDeps,
  caller: Caller,
  id: string,
  change: Partial<WebhookRequest & Pick<Webhook, 'state'>>,
  replay: ReplayWriter<Webhook> | null,
): Promise<Webhook> {
  assertAllowed(deps, change)
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, caller.account.id)
    const before = await findWebhook(tx, caller, id)
    const state = change.state ?? before.state
    const changed: Webhook = {
      ...before,
      ...change,
      disabledBecause: state === 'enabled' ? null : (before.disabledBecause ?? 'request'),
    }
    await updateWebhook(tx, changed)
    const after = await findWebhook(tx, caller, id)
    await record(tx, caller, { action: 'webhook.changed', before, after }, now)
    await completeReservation(tx, replay, after)
    return after
  })
}

/** Deletes the endpoint with its waiting deliveries. */
export async function deleteWebhook(
  deps: WebhookDeps,
  caller: Caller,
  id: string,
  replay: ReplayWriter<Webhook> | null,
): Promise<Webhook> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const webhook = await findWebhook(tx, caller, id)
    if (!(await updateDeleted(tx, webhook.id, now))) throw webhookNotFound(id)
    await deleteSecrets(tx, webhook.id)
    await record(tx, caller, { action: 'webhook.deleted', before: webhook, after: null }, now)
    await completeReservation(tx, replay, webhook)
    return webhook
  })
}

/** A new secret; messages are signed with the old one as well, for the overlap. */
export async function rotateWebhookSecret(
  deps: WebhookDeps,
  caller: Caller,
  rotation: { readonly id: string; readonly overlapHours: number },
  replay: ReplayWriter<NewSecret> | null,
): Promise<NewSecret> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, caller.account.id)
    const webhook = await findWebhook(tx, caller, rotation.id)
    const expiresAt = now.add({ hours: rotation.overlapHours })
    const number = await retireSecret(tx, webhook.id, expiresAt)
    const secret = mintSigningSecret()
    await insertSecret(tx, sealSecret(deps.keyRing, webhook.id, number + 1, secret))
    await record(
      tx,
      caller,
      { action: 'webhook.secret_rotated', before: webhook, after: webhook },
      now,
    )
    const made = { webhook, secret }
    await completeReservation(tx, replay, made)
    return made
  })
}

function assertAllowed(
  { webhookSettings }: WebhookDeps,
  { url, legacyHeaders }: Partial<WebhookRequest>,
): void {
  if (url !== undefined) assertUrlAllowed(url, webhookSettings)
  if (legacyHeaders !== undefined && legacyHeaders !== null) assertHeadersFree(legacyHeaders)
}

/** Writes the audit log of the managing insurer, and notifies the dispatcher. */
async function record(
  tx: Transaction,
  caller: Caller,
  change: {
    readonly action:
      | 'webhook.created'
      | 'webhook.changed'
      | 'webhook.deleted'
      | 'webhook.secret_rotated'
    readonly before: Webhook | null
    readonly after: Webhook | null
  },
  now: Temporal.Instant,
): Promise<void> {
  const { action, before, after } = change
  const webhook = after ?? before
  if (webhook === null) throw new Error('a change is of an endpoint')
  const { id: subjectId, insurerId: accountId, livemode } = webhook
  const entry = { action, accountId, livemode, subjectId }
  await recordAudit(tx, caller, { ...entry, before: describe(before), after: describe(after) }, now)
  await announceChange(tx, 'webhooks')
}

/** Leaves out the query of the address, in which some keep a secret. */
function describe(webhook: Webhook | null): JsonObject | null {
  if (webhook === null) return null
  const { url, eventTypes, payload, state } = webhook
  const { origin, pathname } = new URL(url)
  return { url: origin + pathname, events: [...eventTypes], payload, status: state }
}
