import {
  type AccountId,
  type IntegrationId,
  type IntegrationVersionId,
  type ItemId,
  type PlanId,
  type PricingLogicId,
  type PricingRevisionId,
  type ProductId,
  type ProductVersionId,
} from '../kernel/index.ts'
import type { Cache, Database } from '../database/index.ts'
import type { CompiledPricing, PricingRoom, Raters } from '../pricing/index.ts'
import type { Checker } from '../rules/index.ts'
import { type CompiledProduct, compileProduct } from './folder/index.ts'
import type {
  ItemDefinition,
  PaymentPlanDefinition,
  ProductDefinition,
} from './product-definition.ts'
import {
  type StoredVersion,
  type StoredVersionItem,
  selectPlans,
  selectVersion,
  selectPricingFiles,
  selectVersionIntegrations,
  selectVersionItems,
  selectVersionPaths,
} from './product-store.ts'
import { versionDoesNotCompile } from './reasons.ts'
import { compilable, versionDatasets } from './version-datasets.ts'

/** A product version ready to sell: rules and prices compiled, ids resolved. */
export interface LoadedVersion {
  readonly id: ProductVersionId
  readonly productId: ProductId
  readonly insurerId: AccountId
  readonly definition: ProductDefinition
  readonly isPublished: boolean
  readonly items: ReadonlyMap<ItemId, LoadedItem>
  readonly plans: ReadonlyMap<PlanId, PaymentPlanDefinition>
  /** Those of a what-if, which are nobody's newest; none of other versions. */
  readonly ownIntegrations: ReadonlyMap<IntegrationId, IntegrationVersionId>
}

export interface LoadedItem {
  readonly id: ItemId
  readonly definition: ItemDefinition
  readonly quoteChecker: Checker
  readonly policyChecker: Checker
  /** Checks the whole document once an endorsement is merged into it. */
  readonly quotePatchChecker: Checker
  readonly policyPatchChecker: Checker
  readonly pricing: CompiledPricing
  readonly pricingLogicId: PricingLogicId
  readonly pricingRevisionId: PricingRevisionId
}

export interface LoadDeps {
  readonly db: Database
  readonly raters: Raters
  readonly pricingRoom: PricingRoom
}

/** What is stored of a version, around what it compiles to, which is kept for the next time. */
export async function loadVersion(
  deps: LoadDeps,
  id: ProductVersionId,
  compiledVersions: Cache<ProductVersionId, CompiledProduct>,
): Promise<LoadedVersion | undefined> {
  const { db } = deps
  const stored = await selectVersion(db, id)
  if (stored === undefined) return undefined
  const [compiled, items, plans, integrations] = await Promise.all([
    compiledVersions.get(id, () => compileVersion(deps, stored)),
    selectVersionItems(db, id),
    selectPlans(db, stored.productId),
    stored.isWhatIf ? selectVersionIntegrations(db, id) : [],
  ])
  return {
    ...stored,
    items: new Map(
      items.map((item) => [item.itemId, loadItem(stored.definition, item, compiled.items)]),
    ),
    plans: new Map(
      plans.flatMap(({ id: planId, key }) => {
        const plan = stored.definition.paymentPlans.find((one) => one.key === key)
        return plan === undefined ? [] : [[planId, plan] as const]
      }),
    ),
    ownIntegrations: new Map(integrations.map((one) => [one.id, one.versionId])),
  }
}

/** Rules are compiled here, where answers are checked; prices where they are computed. */
async function compileVersion(
  { db, raters, pricingRoom }: LoadDeps,
  stored: StoredVersion,
): Promise<CompiledProduct> {
  const [paths, findDataset] = await Promise.all([
    selectVersionPaths(db, stored.id),
    versionDatasets(db, stored),
  ])
  const product = { definition: stored.definition, tests: [], demo: null }
  const folder = pricingRoom.openFolder(() => selectPricingFiles(db, stored.id), raters)
  // Only the names of the files matter here: they say which file each rule is in.
  const files = new Map(paths.map((path) => [path, new Uint8Array()]))
  const result = await compileProduct(product, files, {
    dataset: (keyOrId) => compilable(findDataset(keyOrId)),
    raters,
    isAccepted: true,
    compilePrices: (prefix) => folder.compile(prefix),
  })
  if (result.ok) return result.compiled
  const [problem] = result.problems
  throw versionDoesNotCompile(stored.id, `${problem?.file} ${problem?.message}`)
}

function loadItem(
  definition: ProductDefinition,
  stored: StoredVersionItem,
  compiled: CompiledProduct['items'],
): LoadedItem {
  const item = definition.items.find((one) => one.key === stored.key)
  const parts = compiled.get(stored.key)
  if (item === undefined || parts === undefined) {
    throw new Error(`item ${stored.key} is stored but not defined`)
  }
  return {
    id: stored.itemId,
    definition: item,
    quoteChecker: parts.quoteChecker,
    policyChecker: parts.policyChecker,
    quotePatchChecker: parts.quotePatchChecker,
    policyPatchChecker: parts.policyPatchChecker,
    pricing: parts.pricing,
    pricingLogicId: stored.pricingLogicId,
    pricingRevisionId: stored.pricingRevisionId,
  }
}
