import { readRefusalAlone } from '../../approvals/index.ts'
import { managedVersion, refusalOfPublishing } from '../../management/index.ts'
import {
  selectProduct,
  selectVersionIntegrations,
  selectVersionItems,
  selectVersionSummary,
} from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { named } from '../wire/schema.ts'
import {
  versionDetailSchema,
  viewCancellationKinds,
  viewIntegration,
  viewItem,
  viewVersion,
  versionParams,
  readVersionId,
  unknownVersion,
} from './product.ts'

export function addShowProductVersion(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/product_versions/:versionId',
    {
      config: { access: 'manage', refuses: [unknownVersion] },
      schema: {
        operationId: 'showProductVersion',
        summary: 'View a product version',
        description:
          'A version with its items, their pricing revisions, and its integrations. ' +
          'What-ifs can be viewed by their id, too.',
        tags: ['Management'],
        params: versionParams,
        response: { 200: named(versionDetailSchema) },
      },
    },
    async (request) => {
      const { account } = callerOf(request)
      const id = readVersionId(request.params.versionId)
      const { productId } = await managedVersion(deps.db, callerOf(request), id)
      const [product, version, items, integrations, definition] = await Promise.all([
        selectProduct(deps.db, account.id, productId),
        selectVersionSummary(deps.db, id),
        selectVersionItems(deps.db, id),
        selectVersionIntegrations(deps.db, id),
        deps.renderService.definition(id),
      ])
      if (product === undefined || version === undefined)
        throw new Error('a version is of a product')
      const isWhatIf = version.number === null
      const alone = await readRefusalAlone(deps.db, callerOf(request))
      const refusal =
        refusalOfPublishing(id, { isWhatIf }) ?? alone({ kind: 'publishing', money: null })
      const acts = { publish: ['publishProduct', refusal] } as const
      return {
        ...viewVersion(version, product),
        is_what_if: isWhatIf,
        product_id: productId,
        items: items.map(viewItem),
        integrations: integrations.map(viewIntegration),
        cancellation_kinds: definition === undefined ? [] : viewCancellationKinds(definition),
        allowed: viewAllowed(request, acts, { productId, distributorId: null }),
      }
    },
  )
}
