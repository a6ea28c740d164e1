import {
  type AccountId,
  type JsonObject,
  type ProductId,
  type ProductVersionId,
  todayIn,
} from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { findFirstItem, selectDatasets } from '../datasets/index.ts'
import type { Raters } from '../pricing/index.ts'
import {
  type ParsedProduct,
  type ProductFiles,
  compileProduct,
  datasetsByKey,
  demoFromTests,
  resolveDemo,
  selectIntegrations,
  selectPlans,
  selectVersionItems,
} from '../products/index.ts'
import type { DemoProduct } from './demo-file.ts'

/** What demo.json says of a product: the ids to quote with and inputs that work. */
export async function describeProduct(
  { db, raters }: { readonly db: Database; readonly raters: Raters },
  pushed: {
    readonly product: ParsedProduct
    readonly files: ProductFiles
    readonly productId: ProductId
    readonly versionId: ProductVersionId
  },
  accounts: { readonly insurerId: AccountId; readonly distributorId: AccountId },
  now: Temporal.Instant,
): Promise<DemoProduct | null> {
  const { product, productId, versionId } = pushed
  const { definition } = product
  const today = todayIn(definition.timeZone, now)
  const compiled = await compileProduct(product, pushed.files, {
    dataset: datasetsByKey(product),
    raters,
    isAccepted: true,
  })
  const demo =
    product.demo ?? (compiled.ok ? await demoFromTests(product, compiled.compiled, today) : null)
  const items = await selectVersionItems(db, versionId)
  const plans = await selectPlans(db, productId)
  const integrations = await selectIntegrations(db, productId)
  const item = items.find((one) => one.key === definition.items[0]?.key)
  const plan = plans.find((one) => one.key === definition.paymentPlans[0]?.key)
  const integration =
    integrations.find((one) => one.distributorId === accounts.distributorId) ?? integrations[0]
  if (demo === null || item === undefined || plan === undefined || integration === undefined)
    return null
  const { quote, policy, knockout } = resolveDemo(demo, today)
  return {
    product_id: productId,
    item_id: item.itemId,
    subscription_plan_id: plan.id,
    integration_id: integration.id,
    quote,
    policy: { language: definition.defaultLanguage, ...policy } satisfies JsonObject,
    knockout,
    dataset_field: demo.datasetField,
    dataset_item:
      demo.datasetField === null
        ? null
        : await findItem(db, accounts.insurerId, product, demo.datasetField),
  }
}

/** An item of the dataset that the field's rule names. */
async function findItem(
  db: Database,
  insurerId: AccountId,
  product: ParsedProduct,
  field: string,
): Promise<string | null> {
  const rule = product.definition.items[0]?.quoteRules.quote.find((one) => one.name === field)
  const key = /in_dataset:([^|,]+)/.exec(rule?.validation ?? '')?.[1]
  const dataset = (await selectDatasets(db, insurerId)).find(
    (one) => one.key === key || one.id === key,
  )
  return dataset === undefined ? null : findFirstItem(db, dataset.id)
}
