import { publishAsManager, publishHeld, publishWhatIf } from '../../management/index.ts'
import { fieldNeeded, providerNotDeclared } from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invalidMember } from '../reasons.ts'
import { replayOf } from '../idempotency/replay.ts'
import { named } from '../wire/schema.ts'
import { productIds } from './examples.ts'
import {
  productSchema,
  publishProductBody,
  viewProduct,
  versionParams,
  readVersionId,
  unknownVersion,
} from './product.ts'

export function addPublishProduct(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/product_versions/:versionId/publish',
    {
      config: {
        access: 'manage',
        refuses: [
          unknownVersion,
          fieldNeeded,
          providerNotDeclared,
          publishHeld,
          publishWhatIf.listed({ example: [productIds.version] }),
          invalidMember('Who forces it does not say why.', {
            code: 'required',
            field: 'force.reason',
            rules: ['required'],
          }),
        ],
      },
      // Most say nothing more than which.
      preValidation: async (request) => {
        request.body ??= {}
      },
      schema: {
        operationId: 'publishProduct',
        summary: 'Publish a version',
        description:
          'Makes it the live one, at once on every process. With an earlier version this is the way back. Policies keep the version they were sold on. ' +
          'A product may ask for more before a version is put on sale (`publish` in product.yaml): test ' +
          'cases that pass, and an impact on the live book within its limits, of exactly this content ' +
          'against what is on sale. The stricter of the live version and this one counts; what was live ' +
          'before may always come back. Publishing past that takes a reason, which the audit log keeps. ' +
          'What was only tried out is not published: push its folder first.',
        tags: ['Management'],
        params: versionParams,
        body: named(publishProductBody),
        response: { 200: named(productSchema) },
      },
    },
    async (request, reply) => {
      const versionId = readVersionId(request.params.versionId)
      const order = { versionId, force: request.body.force?.reason ?? null }
      const replay = replayOf(reply, viewProduct)
      return viewProduct(await publishAsManager(deps, callerOf(request), order, replay))
    },
  )
}
