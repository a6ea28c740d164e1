import { type Clock, isId } from '../../kernel/index.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Database, Page, PageRows } from '../../database/index.ts'
import type { Caller } from '../../identity/index.ts'
import { type ReplayWriter, completeReservation } from '../../idempotency/index.ts'
import type { KeyRing } from '../../sealing/index.ts'
import { addressAlreadySuppressed, suppressionNotFound } from '../reasons.ts'
import { type SecretDeps, hashAddress, readMailSecret } from '../secret/mail-secret.ts'
import type { ServerOwner } from '../own-server/own-server.ts'
import { type Suppression, newSuppression, openSuppression } from './suppression.ts'
import {
  deleteSuppression,
  insertSuppression,
  selectSuppressedAddress,
  selectSuppression,
  selectSuppressions,
} from './suppression-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly keyRing: KeyRing
}

/** The entry of the list for an address; null where mails go to it. */
export async function findSuppressed(
  deps: SecretDeps,
  owner: ServerOwner,
  address: string,
): Promise<Suppression | null> {
  const hash = hashAddress(await readMailSecret(deps, owner), address)
  const stored = await selectSuppressedAddress(deps.db, owner, hash)
  return stored === undefined ? null : openSuppression(deps.keyRing, stored)
}

/** From now on no mail goes to this address, because a person says so. */
export async function suppressAddress(
  deps: Deps,
  caller: Caller,
  { address, note }: { readonly address: string; readonly note: string | null },
  replay: ReplayWriter<Suppression> | null,
): Promise<Suppression> {
  const now = deps.clock()
  const stored = await newSuppression(deps, {
    insurerId: caller.account.id,
    livemode: caller.livemode,
    reason: 'person',
    content: { address, note },
    mailId: null,
    reply: null,
    createdAt: now,
  })
  const suppression = openSuppression(deps.keyRing, stored)
  return deps.db.transaction(async (tx) => {
    if (!(await insertSuppression(tx, stored))) throw addressAlreadySuppressed()
    const entry = { action: 'address.suppressed', subjectId: stored.id } as const
    await recordAudit(tx, caller, { ...entry, before: null, after: described(suppression) }, now)
    await completeReservation(tx, replay, suppression)
    return suppression
  })
}

/** Mails go to the address again. Those that were parked meanwhile are sent when a person says so. */
export async function releaseAddress(
  deps: Deps,
  caller: Caller,
  id: string,
  replay: ReplayWriter<Suppression> | null,
): Promise<Suppression> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const stored = isId('sup', id) ? await selectSuppression(tx, id) : undefined
    const isOwn = stored?.insurerId === caller.account.id && stored.livemode === caller.livemode
    if (!isOwn || !(await deleteSuppression(tx, stored.id))) throw suppressionNotFound(id)
    const suppression = openSuppression(deps.keyRing, stored)
    const entry = { action: 'address.released', subjectId: stored.id } as const
    await recordAudit(tx, caller, { ...entry, before: described(suppression), after: null }, now)
    await completeReservation(tx, replay, suppression)
    return suppression
  })
}

export async function searchSuppressions(
  deps: SecretDeps,
  {
    address,
    reason,
    ...owner
  }: ServerOwner & { readonly address: string | null; readonly reason: string | null },
  page: Page,
): Promise<PageRows<Suppression>> {
  const addressHash =
    address === null ? null : hashAddress(await readMailSecret(deps, owner), address)
  const found = await selectSuppressions(deps.db, { ...owner, reason, addressHash }, page)
  return { ...found, rows: found.rows.map((stored) => openSuppression(deps.keyRing, stored)) }
}

/** For the audit log, which has no personal data. */
function described({ reason, mailId, reply }: Suppression) {
  return { reason, mail_id: mailId, reply }
}
