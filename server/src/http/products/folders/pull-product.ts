import { managedVersion } from '../../../management/index.ts'
import { selectVersionFiles } from '../../../products/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { named } from '../../wire/schema.ts'
import { productFilesBody } from './product-files.ts'
import { sendFolder } from './send-folder.ts'
import { versionParams, readVersionId, unknownVersion } from '../product.ts'

export function addPullProduct(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/product_versions/:versionId/files',
    {
      config: { access: 'manage', refuses: [unknownVersion] },
      schema: {
        operationId: 'pullProduct',
        summary: 'Download the files of a version',
        description: 'The folder exactly as it was pushed, byte for byte.',
        tags: ['Management'],
        params: versionParams,
        response: { 200: named(productFilesBody) },
      },
    },
    async (request, reply) => {
      const version = await managedVersion(
        deps.db,
        callerOf(request),
        readVersionId(request.params.versionId),
      )
      return sendFolder(request, reply, await selectVersionFiles(deps.db, version.id))
    },
  )
}
