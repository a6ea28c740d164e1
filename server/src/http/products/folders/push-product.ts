import type { Static } from 'typebox'
import { pushAsManager } from '../../../management/index.ts'
import type { PushedProduct } from '../../../products/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { named } from '../../wire/schema.ts'
import { folderCall, partsBody } from './multipart-folder.ts'
import {
  folderOf,
  productFilesBody,
  productFilesBytesMax,
  productFilesLimit,
  viewMistakes,
  folderErrors,
} from './product-files.ts'
import { viewProblems } from '../../wire/problem.ts'
import { pushedSchema, refusedPush } from './push.ts'

export function addPushProduct(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/products/push',
    {
      config: { ...folderCall, bodies: partsBody(), refuses: folderErrors },
      bodyLimit: productFilesBytesMax,
      schema: {
        operationId: 'pushProduct',
        summary: 'Push a product folder',
        description:
          'Checks the folder and stores it as a draft version. A folder with errors is refused with 422; ' +
          `\`problems\` lists all of them, and nothing changes. ${productFilesLimit}`,
        tags: ['Management'],
        body: named(productFilesBody),
        response: {
          200: named(pushedSchema),
          422: refusedPush,
        },
      },
    },
    async (request, reply) => {
      const files = await folderOf(deps, request, request.body.files)
      const replay = replayOf(reply, viewPushed)
      const result = await pushAsManager(deps, callerOf(request), files, replay)
      return result.ok ? viewPushed(result) : reply.code(422).send(viewMistakes(result.problems))
    },
  )
}

function viewPushed(pushed: PushedProduct): Static<typeof pushedSchema> {
  return {
    product_id: pushed.productId,
    product_version_id: pushed.versionId,
    is_new: pushed.isNew,
    warnings: viewProblems(pushed.warnings),
  }
}
