import { type Clock, type IntegrationId, type ItemId, mintId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { eventsRecorded } from '../events/index.ts'
import type { Caller } from '../identity/index.ts'
import { type Catalogue, chooseItem } from '../products/index.ts'
import {
  type ReplayWriter,
  reservationRefusal,
  reservationsCompleted,
} from '../idempotency/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import { type Lead, type LeadContent, mintLeadToken } from './lead.ts'
import { leadSaved } from './lead-store.ts'
import { leadTooLarge } from './reasons.ts'
import { sealContent } from './seal-content.ts'

export interface LeadRequest {
  readonly caller: Caller
  readonly itemId: ItemId
  readonly integrationId: IntegrationId
  readonly content: LeadContent
}

export interface LeadDeps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly keyRing: KeyRing
}

/** A lead with the token that opens it, which nobody is shown again. */
export interface SavedLead {
  readonly lead: Lead
  readonly token: string
}

const dataBytesMax = 32_768

/** Keeps what a customer has entered so far, as long as a quote of the product would last. */
export async function saveLead(
  { db, clock, catalogue, keyRing }: LeadDeps,
  { caller, itemId, integrationId, content }: LeadRequest,
  replay: ReplayWriter<SavedLead> | null,
): Promise<SavedLead> {
  const bytes = Buffer.byteLength(JSON.stringify(content.data))
  if (bytes > dataBytesMax) throw leadTooLarge(bytes, dataBytesMax)
  const chosen = await chooseItem(catalogue, caller, { integrationId, itemId })
  const { version, integration, integrationVersion } = chosen
  const now = clock()
  const id = mintId('led', now)
  const { token, secretHash } = mintLeadToken(id)
  const lead: Lead = {
    id,
    livemode: caller.livemode,
    insurerId: version.insurerId,
    distributorId: integration.distributorId,
    productId: version.productId,
    itemId,
    integrationId,
    integrationVersionId: integrationVersion.id,
    content,
    createdAt: now,
    expiresAt: now.add({ hours: 24 * version.definition.quoteValidDays }),
  }
  const saved = { lead, token }
  const sealed = sealContent(keyRing, id, content)
  const created = { type: 'lead.created', about: lead, data: { item_id: itemId } } as const
  try {
    await db.commit([
      leadSaved({ ...lead, secretHash, ...sealed }),
      eventsRecorded([created], now),
      ...reservationsCompleted([replay?.(saved) ?? null]),
    ])
  } catch (error) {
    throw reservationRefusal(error)
  }
  return saved
}
