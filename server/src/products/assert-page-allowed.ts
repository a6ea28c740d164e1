import { type IntegrationId, type IntegrationVersionId, Refusal } from '../kernel/index.ts'
import type { Caller } from '../identity/index.ts'
import type { Catalogue } from './catalogue.ts'

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
    throw new Refusal('page_not_allowed', tellPage(page, sold.integrationId))
  }
}

export const tellPage = (page: string, integrationId: string) =>
  `Web pages of the origin ${page} may not use integration ${integrationId}: its allowed_origins do not list it.`

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
