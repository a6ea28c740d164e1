import type { IntegrationId, ItemId } from '../kernel/index.ts'
import type { Caller } from '../identity/index.ts'
import type { Catalogue } from './catalogue.ts'
import { type ChosenVersions, chooseVersions } from './choose-versions.ts'
import { itemNotFound } from './reasons.ts'

/** The versions that are on sale through an integration, if they have this item. */
export async function chooseItem(
  catalogue: Catalogue,
  caller: Caller,
  { integrationId, itemId }: { readonly integrationId: IntegrationId; readonly itemId: ItemId },
): Promise<ChosenVersions> {
  const live = {
    integrationId,
    productVersionId: null,
    integrationVersionId: null,
    liveProduct: true,
    liveIntegration: true,
  }
  const chosen = await chooseVersions(catalogue, caller, live, (id) => catalogue.version(id))
  if (!chosen.version.items.has(itemId)) throw itemNotFound(itemId)
  return chosen
}
