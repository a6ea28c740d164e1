import {
  type IntegrationId,
  type IntegrationVersionId,
  type ProductVersionId,
} from '../kernel/index.ts'
import type { Caller } from '../identity/index.ts'
import { assertPageAllowed } from './assert-page-allowed.ts'
import type { Catalogue } from './catalogue.ts'
import type { LoadedVersion } from './load-version.ts'
import type { DirectoryEntry, StoredIntegrationVersion } from './product-store.ts'
import {
  draftNeedsTestKey,
  integrationNotFound,
  integrationNotPublished,
  integrationVersionNotFound,
  productNotPublished,
  productVersionNotFound,
} from './reasons.ts'

/** The integration that a client names, and which versions of it and its product. */
export interface VersionsRequest {
  readonly integrationId: IntegrationId
  readonly productVersionId: ProductVersionId | null
  readonly integrationVersionId: IntegrationVersionId | null
  /** False asks for the newest draft instead of the live version. */
  readonly liveProduct: boolean
  readonly liveIntegration: boolean
}

export interface ChosenVersions {
  readonly version: LoadedVersion
  readonly integration: DirectoryEntry
  readonly integrationVersion: StoredIntegrationVersion
}

/** Finds what the client named. A version id wins over live_product and live_integration. */
export async function chooseVersions(
  catalogue: Catalogue,
  caller: Caller,
  order: VersionsRequest,
  load: Catalogue['version'],
): Promise<ChosenVersions> {
  const integration = await catalogue.integration(order.integrationId)
  if (integration === undefined || !maySellThrough(caller, integration)) {
    throw integrationNotFound(order.integrationId)
  }
  const asksForDraft =
    (order.productVersionId === null && !order.liveProduct) ||
    (order.integrationVersionId === null && !order.liveIntegration)
  if (caller.livemode && asksForDraft) throw draftNeedsTestKey()
  const version = await chooseVersion(caller, integration, order, load)
  const own = version.ownIntegrations.get(integration.integrationId)
  const integrationVersion = await chooseIntegrationVersion(
    catalogue,
    caller,
    own === undefined ? integration : { ...integration, newestIntegrationVersionId: own },
    order,
  )
  await assertPageAllowed(catalogue, caller, {
    integrationId: integration.integrationId,
    integrationVersionId: integrationVersion.id,
  })
  return { version, integration, integrationVersion }
}

function maySellThrough(caller: Caller, integration: DirectoryEntry): boolean {
  const { account } = caller
  return (
    account.id === (account.kind === 'insurer' ? integration.insurerId : integration.distributorId)
  )
}

async function chooseVersion(
  caller: Caller,
  integration: DirectoryEntry,
  order: VersionsRequest,
  load: Catalogue['version'],
): Promise<LoadedVersion> {
  const id =
    order.productVersionId ??
    (order.liveProduct ? integration.liveVersionId : integration.newestVersionId)
  if (id === null) throw productNotPublished()
  const version = await load(id)
  if (version === undefined || version.productId !== integration.productId) {
    throw productVersionNotFound(id)
  }
  if (!version.isPublished && caller.livemode) throw draftNeedsTestKey()
  return version
}

async function chooseIntegrationVersion(
  catalogue: Catalogue,
  caller: Caller,
  integration: DirectoryEntry,
  order: VersionsRequest,
): Promise<StoredIntegrationVersion> {
  const id =
    order.integrationVersionId ??
    (order.liveIntegration
      ? integration.liveIntegrationVersionId
      : integration.newestIntegrationVersionId)
  if (id === null) {
    throw integrationNotPublished(order.integrationId)
  }
  const version = await catalogue.integrationVersion(id)
  if (version === undefined || version.integrationId !== integration.integrationId) {
    throw integrationVersionNotFound(id)
  }
  if (!version.isPublished && caller.livemode) throw draftNeedsTestKey()
  return version
}
