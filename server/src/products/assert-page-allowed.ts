import { type IntegrationId, type IntegrationVersionId } from '../kernel/index.ts'
import type { Caller } from '../identity/index.ts'
import type { Catalogue } from './catalogue.ts'
import { pageNotAllowed } from './reasons.ts'

/** What a request is about: an integration, and the version of it that is sold on. */
interface Sold {
  readonly integrationId: IntegrationId
  readonly integrationVersionId: IntegrationVersionId
}

/** Where an integration lists origins, its public key is for web pages of these alone. */
export async function assertPageAllowed(
  catalogue: Catalogue,
  { page }: Caller,
  sold: Sold,
): Promise<void> {
  if (page === null) return
  const origins = await originsInForce(catalogue, sold)
  if (origins.length > 0 && !origins.includes(page)) {
    throw pageNotAllowed(page, sold.integrationId)
  }
}

/**
 * The live list, also for what was sold on an earlier version: a shop may move, and nobody gets
 * around the list by naming a version from before it. A draft, which only test keys reach, has its own.
 */
async function originsInForce(catalogue: Catalogue, sold: Sold): Promise<readonly string[]> {
  const [entry, version] = await Promise.all([
    catalogue.integration(sold.integrationId),
    catalogue.integrationVersion(sold.integrationVersionId),
  ])
  const liveId = entry?.liveIntegrationVersionId ?? null
  const isLive = version?.isPublished === true && liveId !== null
  const inForce = isLive ? await catalogue.integrationVersion(liveId) : version
  if (inForce === undefined) throw new Error(`${sold.integrationVersionId} has no origins`)
  return inForce.definition.allowedOrigins
}

/** The origins that an integration is sold on, any where the list is empty; null where it is not on sale. */
export async function liveOrigins(
  catalogue: Catalogue,
  integrationId: IntegrationId,
): Promise<readonly string[] | null> {
  const entry = await catalogue.integration(integrationId)
  const liveId = entry?.liveIntegrationVersionId ?? null
  const live = liveId === null ? undefined : await catalogue.integrationVersion(liveId)
  return live?.definition.allowedOrigins ?? null
}

/** Whether a plan of the live product is paid by this provider. */
export async function isPaidBy(
  catalogue: Catalogue,
  integrationId: IntegrationId,
  provider: string,
): Promise<boolean> {
  const live = await liveVersion(catalogue, integrationId)
  const plans = [...(live?.plans.values() ?? [])]
  return plans.some(({ methods }) => methods.some((method) => method.provider === provider))
}

/** Where the logo of the live product comes from, if that is the site of somebody else. */
export async function liveLogoOrigin(
  catalogue: Catalogue,
  integrationId: IntegrationId,
): Promise<string | null> {
  const live = await liveVersion(catalogue, integrationId)
  const logo = live?.definition.checkout?.logo ?? ''
  return logo.startsWith('https:') ? new URL(logo).origin : null
}

async function liveVersion(catalogue: Catalogue, integrationId: IntegrationId) {
  const liveId = (await catalogue.integration(integrationId))?.liveVersionId ?? null
  return liveId === null ? undefined : catalogue.version(liveId)
}
