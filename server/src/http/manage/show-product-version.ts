import { managedVersion } from '../../management/index.ts'
import { selectProduct, selectVersionItems, selectVersions } from '../../products/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { named } from '../wire/schema.ts'
import {
  versionDetailSchema,
  viewItem,
  viewVersion,
  versionParams,
  readVersionId,
  unknownVersion,
} from './wire/product.ts'

export function addShowProductVersion(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/product_versions/:versionId',
    {
      config: { access: 'manage', refuses: [unknownVersion] },
      schema: {
        operationId: 'showProductVersion',
        summary: 'View a version',
        description: 'With its items and the pricing revision of each.',
        tags: ['Management'],
        params: versionParams,
        response: { 200: named(versionDetailSchema) },
      },
    },
    async (request) => {
      const { account } = callerOf(request)
      const id = readVersionId(request.params.versionId)
      const { productId } = await managedVersion(deps.db, callerOf(request), id)
      const [product, versions, items] = await Promise.all([
        selectProduct(deps.db, account.id, productId),
        selectVersions(deps.db, productId),
        selectVersionItems(deps.db, id),
      ])
      const version = versions.find((one) => one.id === id)
      if (product === undefined || version === undefined)
        throw new Error('a version is of a product')
      return {
        ...viewVersion(version, product),
        product_id: productId,
        items: items.map(viewItem),
      }
    },
  )
}
