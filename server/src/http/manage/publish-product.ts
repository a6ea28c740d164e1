import { publishAsManager } from '../../management/index.ts'
import { fieldNeeded } from '../../products/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { named } from '../wire/schema.ts'
import {
  productSchema,
  viewProduct,
  versionParams,
  readVersionId,
  unknownVersion,
} from './wire/product.ts'

export function addPublishProduct(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/product_versions/:versionId/publish',
    {
      config: { access: 'manage', refuses: [unknownVersion, fieldNeeded] },
      schema: {
        operationId: 'publishProduct',
        summary: 'Publish a version',
        description:
          'Makes it the live one, at once on every process. With an earlier version this is the way back. Policies keep the version they were sold on.',
        tags: ['Management'],
        params: versionParams,
        response: { 200: named(productSchema) },
      },
    },
    async (request, reply) => {
      const versionId = readVersionId(request.params.versionId)
      const receipt = receiptOf(reply, viewProduct)
      return viewProduct(await publishAsManager(deps, callerOf(request), versionId, receipt))
    },
  )
}
