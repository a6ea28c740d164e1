import {
  type IntegrationId,
  type IntegrationVersionId,
  type ItemId,
  type PlanId,
  type ProductVersionId,
  Refusal,
} from '../kernel/index.ts'
import type { Caller } from '../identity/index.ts'
import { assertPageAllowed } from './assert-page-allowed.ts'
import { type Catalogue, inPreparation } from './catalogue.ts'
import type { LoadedItem, LoadedVersion } from './load-version.ts'
import type { PaymentPlanDefinition } from './product-definition.ts'
import type { DirectoryEntry, StoredIntegrationVersion } from './product-store.ts'

/** What a client asks to be quoted for, and on which versions. */
export interface TermsOrder {
  readonly itemId: ItemId
  readonly planId: PlanId
  readonly integrationId: IntegrationId
  readonly productVersionId: ProductVersionId | null
  readonly integrationVersionId: IntegrationVersionId | null
  /** False asks for the newest draft instead of the live version. */
  readonly liveProduct: boolean
  readonly liveIntegration: boolean
}

/** The versions, the item, the plan and the integration that one sale is made on. */
export interface Terms {
  readonly version: LoadedVersion
  readonly item: LoadedItem
  readonly planId: PlanId
  readonly plan: PaymentPlanDefinition
  readonly integration: DirectoryEntry
  readonly integrationVersion: StoredIntegrationVersion
}

/** Finds what the client named. A version id wins over live_product and live_integration. */
export async function chooseTerms(
  catalogue: Catalogue,
  caller: Caller,
  order: TermsOrder,
): Promise<Terms> {
  const integration = await catalogue.integration(order.integrationId)
  if (integration === undefined || !maySellThrough(caller, integration)) {
    throw notFound('Integration', order.integrationId)
  }
  const asksForDraft =
    (order.productVersionId === null && !order.liveProduct) ||
    (order.integrationVersionId === null && !order.liveIntegration)
  if (caller.livemode && asksForDraft) throw draftNeedsTestKey()
  const version = await chooseVersion(catalogue, caller, integration, order)
  const integrationVersion = await chooseIntegrationVersion(catalogue, caller, integration, order)
  await assertPageAllowed(catalogue, caller, {
    integrationId: integration.integrationId,
    integrationVersionId: integrationVersion.id,
  })
  const item = version.items.get(order.itemId)
  if (item === undefined) throw notFound('Product item', order.itemId)
  const plan = version.plans.get(order.planId)
  if (plan === undefined) throw notFound('Subscription plan', order.planId)
  if (item.revisionState === 'failed') throw notFound('Pricing logic', item.pricingLogicId)
  if (item.revisionState === 'preparing') throw inPreparation()
  return { version, item, planId: order.planId, plan, integration, integrationVersion }
}

function maySellThrough(caller: Caller, integration: DirectoryEntry): boolean {
  const { account } = caller
  return (
    account.id === (account.kind === 'insurer' ? integration.insurerId : integration.distributorId)
  )
}

async function chooseVersion(
  catalogue: Catalogue,
  caller: Caller,
  integration: DirectoryEntry,
  order: TermsOrder,
): Promise<LoadedVersion> {
  const id =
    order.productVersionId ??
    (order.liveProduct ? integration.liveVersionId : integration.newestVersionId)
  if (id === null)
    throw new Refusal('not_found', 'Product was not found: it has not been published.')
  const version = await catalogue.versionInTime(id)
  if (version === undefined || version.productId !== integration.productId) {
    throw notFound('Product version', id)
  }
  if (!version.isPublished && caller.livemode) throw draftNeedsTestKey()
  return version
}

async function chooseIntegrationVersion(
  catalogue: Catalogue,
  caller: Caller,
  integration: DirectoryEntry,
  order: TermsOrder,
): Promise<StoredIntegrationVersion> {
  const id =
    order.integrationVersionId ??
    (order.liveIntegration
      ? integration.liveIntegrationVersionId
      : integration.newestIntegrationVersionId)
  if (id === null) {
    throw new Refusal(
      'not_found',
      `Integration ${order.integrationId} was not found: it has not been published.`,
    )
  }
  const version = await catalogue.integrationVersion(id)
  if (version === undefined || version.integrationId !== integration.integrationId) {
    throw notFound('Integration version', id)
  }
  if (!version.isPublished && caller.livemode) throw draftNeedsTestKey()
  return version
}

function notFound(what: string, id: string): Refusal {
  return new Refusal('not_found', `${what} ${id} was not found.`)
}

function draftNeedsTestKey(): Refusal {
  return new Refusal(
    'draft_needs_test_key',
    'Unpublished versions can be used with test keys only.',
  )
}
