import type { Static } from 'typebox'
import { keepWhatIfAsManager } from '../../../management/index.ts'
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
import { refusedPush, whatIfSchema } from './push.ts'

export function addKeepWhatIf(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/products/what_ifs',
    {
      config: { ...folderCall, bodies: partsBody(), refuses: folderErrors },
      bodyLimit: productFilesBytesMax,
      schema: {
        operationId: 'keepWhatIf',
        summary: 'Store a product folder as a what-if',
        description:
          'Checks the folder like a push, and stores it apart from pushed versions: it is not listed, is ' +
          'never the newest version, and cannot be published. Quotes, impact analyses and test clocks ' +
          'can use it by its id. Its test cases may fail; `failed_cases` lists them. Pushing exactly ' +
          `this content later makes it a draft version with the same id. ${productFilesLimit}`,
        tags: ['Management'],
        body: named(productFilesBody),
        response: { 200: named(whatIfSchema), 422: refusedPush },
      },
    },
    async (request, reply) => {
      const files = await folderOf(deps, request, request.body.files)
      const replay = replayOf(reply, viewWhatIf)
      const result = await keepWhatIfAsManager(deps, callerOf(request), files, replay)
      return result.ok ? viewWhatIf(result) : reply.code(422).send(viewMistakes(result.problems))
    },
  )
}

function viewWhatIf(kept: PushedProduct): Static<typeof whatIfSchema> {
  return {
    product_id: kept.productId,
    product_version_id: kept.versionId,
    is_new: kept.isNew,
    failed_cases: viewProblems(kept.failedCases),
    warnings: viewProblems(kept.warnings),
  }
}
