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
        mayNeedSecondPerson: true,
        refuses: [
          unknownVersion,
          fieldNeeded,
          providerNotDeclared,
          publishHeld,
          publishWhatIf.listed({ example: [productIds.version] }),
          invalidMember('`force` was sent without a reason.', {
            code: 'required',
            field: 'force.reason',
            rules: ['required'],
          }),
        ],
      },
      // The body is optional.
      preValidation: async (request) => {
        request.body ??= {}
      },
      schema: {
        operationId: 'publishProduct',
        summary: 'Publish a version',
        description:
          'Puts this version on sale, at once on every process. To roll back, publish an ' +
          'earlier version. Existing policies keep their version. A product can require ' +
          'more before a version is put on sale (`publish` in product.yaml): passing test ' +
          'cases, and an impact analysis of exactly this content against the live version ' +
          'that stays within its limits. The stricter settings of the live version and ' +
          'this one apply; a version that was live before can always be published again. ' +
          '`force` publishes regardless, with a reason for the audit log. A what-if cannot ' +
          'be published: push its folder first.',
        tags: ['Management'],
        params: versionParams,
        body: named(publishProductBody),
        response: { 200: named(productSchema) },
      },
    },
    async (request, reply) => {
      const versionId = readVersionId(request.params.versionId)
      const publication = { versionId, force: request.body.force?.reason ?? null }
      const replay = replayOf(reply, viewProduct)
      return viewProduct(await publishAsManager(deps, callerOf(request), publication, replay))
    },
  )
}
