import {
  type IntegrationId,
  type IntegrationVersionId,
  type ProductVersionId,
} from '../kernel/index.ts'
import { type Caller, isWithin } from '../identity/index.ts'
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
  request: VersionsRequest,
  load: Catalogue['version'],
): Promise<ChosenVersions> {
  const integration = await catalogue.integration(request.integrationId)
  if (integration === undefined || !maySellThrough(caller, integration)) {
    throw integrationNotFound(request.integrationId)
  }
  const asksForDraft =
    (request.productVersionId === null && !request.liveProduct) ||
    (request.integrationVersionId === null && !request.liveIntegration)
  if (caller.livemode && asksForDraft) throw draftNeedsTestKey()
  const version = await chooseVersion(caller, integration, request, load)
  const own = version.ownIntegrations.get(integration.integrationId)
  const integrationVersion = await chooseIntegrationVersion(
    catalogue,
    caller,
    own === undefined ? integration : { ...integration, newestIntegrationVersionId: own },
    request,
  )
  await assertPageAllowed(catalogue, caller, {
    integrationId: integration.integrationId,
    integrationVersionId: integrationVersion.id,
  })
  return { version, integration, integrationVersion }
}

function maySellThrough({ account, limits }: Caller, integration: DirectoryEntry): boolean {
  const seller = account.kind === 'insurer' ? integration.insurerId : integration.distributorId
  return account.id === seller && isWithin(limits, integration)
}

async function chooseVersion(
  caller: Caller,
  integration: DirectoryEntry,
  request: VersionsRequest,
  load: Catalogue['version'],
): Promise<LoadedVersion> {
  const id =
    request.productVersionId ??
    (request.liveProduct ? integration.liveVersionId : integration.newestVersionId)
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
  request: VersionsRequest,
): Promise<StoredIntegrationVersion> {
  const id =
    request.integrationVersionId ??
    (request.liveIntegration
      ? integration.liveIntegrationVersionId
      : integration.newestIntegrationVersionId)
  if (id === null) {
    throw integrationNotPublished(request.integrationId)
  }
  const version = await catalogue.integrationVersion(id)
  if (version === undefined || version.integrationId !== integration.integrationId) {
    throw integrationVersionNotFound(id)
  }
  if (!version.isPublished && caller.livemode) throw draftNeedsTestKey()
  return version
}
