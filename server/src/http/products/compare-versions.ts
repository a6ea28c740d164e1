import { Type } from '../wire/type.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { differencesExample, productIds } from './examples.ts'
import { differenceSchema } from './difference.ts'
import { versionParams, readVersionId, unknownVersion } from './product.ts'
import { invalidMember } from '../reasons.ts'

export function addCompareVersions(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/product_versions/:versionId/differences',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`against` is missing.', {
            code: 'required',
            field: 'against',
            rules: ['required'],
          }),
          unknownVersion,
        ],
      },
      schema: {
        operationId: 'compareVersions',
        summary: 'Compare two versions',
        description: 'The differences between this version and another, by business area.',
        tags: ['Management'],
        params: versionParams,
        querystring: Type.Object({
          against: Type.String({
            description: 'The other, older version.',
            examples: [productIds.firstVersion],
          }),
        }),
        response: {
          200: exampled(
            Type.Array(named(differenceSchema)),
            'All differences.',
            differencesExample,
          ),
        },
      },
    },
    async (request) => {
      const after = readVersionId(request.params.versionId)
      const before = readVersionId(request.query.against)
      return [...(await deps.folderWorkers.compare(callerOf(request), { before, after }))]
    },
  )
}
