import { Type } from '../wire/type.ts'
import type { Queryable } from '../../database/index.ts'
import {
  type StoredProduct,
  findProduct,
  selectPushedIntegrations,
  selectPushedPlans,
  selectVersion,
  selectVersionItems,
  selectVersions,
  productNotFound,
} from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { named, pathId } from '../wire/schema.ts'
import { productIds } from './examples.ts'
import {
  productDetailSchema,
  viewBilling,
  viewIntegration,
  viewItem,
  viewProduct,
  viewVersion,
} from './product.ts'

export function addShowProduct(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/products/:productId',
    {
      config: { access: 'manage', refuses: [productNotFound] },
      schema: {
        operationId: 'showProduct',
        summary: 'View a product',
        description:
          'A product with its pushed versions, and the ids that quotes need. What-ifs are ' +
          'not listed.',
        tags: ['Management'],
        params: Type.Object({
          productId: pathId('The id or key of the product.', productIds.product),
        }),
        response: { 200: named(productDetailSchema) },
      },
    },
    async (request) => {
      const { productId: id } = request.params
      const product = await findProduct(deps.db, callerOf(request), id)
      const [versions, plans, integrations] = await Promise.all([
        selectVersions(deps.db, product.id),
        selectPushedPlans(deps.db, product.id),
        selectPushedIntegrations(deps.db, product.id),
      ])
      const [newest] = versions
      const items = newest === undefined ? [] : await selectVersionItems(deps.db, newest.id)
      const pushed = newest === undefined ? undefined : await selectVersion(deps.db, newest.id)
      const folder = pushed?.definition
      const sold = await integrationsOnPages(deps.db, product)
      return {
        ...viewProduct(product),
        versions: versions.map((version) => viewVersion(version, product)),
        items: items.map(viewItem),
        payment_plans: inFolderOrder(plans, folder?.paymentPlans).map(({ id: planId, key }) => ({
          id: planId,
          key,
          billing: viewBilling(folder?.paymentPlans.find((plan) => plan.key === key)),
        })),
        integrations: inFolderOrder(integrations, folder?.integrations).map((integration) => ({
          ...viewIntegration(integration),
          checkout_url: sold.has(integration.key) ? deps.links.checkout(integration.id).href : null,
        })),
      }
    },
  )
}

/** The keys of the integrations that the version on sale sells through on pages. */
async function integrationsOnPages(
  db: Queryable,
  { liveVersionId }: StoredProduct,
): Promise<ReadonlySet<string>> {
  const live = liveVersionId === null ? undefined : await selectVersion(db, liveVersionId)
  const integrations = live?.definition.integrations ?? []
  return new Set(integrations.filter(({ apiOnly }) => !apiOnly).map(({ key }) => key))
}

/** As the newest folder lists them, and after them what it no longer has. */
function inFolderOrder<Row extends { readonly key: string }>(
  rows: readonly Row[],
  listed: readonly { readonly key: string }[] = [],
): Row[] {
  const places = new Map(listed.map(({ key }, place) => [key, place]))
  const placeOf = ({ key }: Row) => places.get(key) ?? listed.length
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.key < b.key ? -1 : 1))
}
