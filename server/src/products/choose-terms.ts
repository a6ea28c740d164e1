import type { ItemId, PlanId } from '../kernel/index.ts'
import type { Caller } from '../identity/index.ts'
import type { Catalogue } from './catalogue.ts'
import { type ChosenVersions, type VersionsRequest, chooseVersions } from './choose-versions.ts'
import type { LoadedItem } from './load-version.ts'
import type { PaymentPlanDefinition } from './product-definition.ts'
import { itemNotFound, planNotFound } from './reasons.ts'

/** What a client asks to be quoted for, and on which versions. */
export interface TermsRequest extends VersionsRequest {
  readonly itemId: ItemId
  readonly planId: PlanId
}

/** The versions, the item, the plan and the integration that one sale is made on. */
export interface Terms extends ChosenVersions {
  readonly item: LoadedItem
  readonly planId: PlanId
  readonly plan: PaymentPlanDefinition
}

export async function chooseTerms(
  catalogue: Catalogue,
  caller: Caller,
  request: TermsRequest,
): Promise<Terms> {
  const chosen = await chooseVersions(catalogue, caller, request, (id) =>
    catalogue.versionInTime(id),
  )
  const { version } = chosen
  const item = version.items.get(request.itemId)
  if (item === undefined) throw itemNotFound(request.itemId)
  const plan = version.plans.get(request.planId)
  if (plan === undefined) throw planNotFound(request.planId)
  return { ...chosen, item, planId: request.planId, plan }
}
