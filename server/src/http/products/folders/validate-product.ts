import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { named } from '../../wire/schema.ts'
import { folderCall, partsBody } from './multipart-folder.ts'
import {
  folderOf,
  productFilesBody,
  productFilesBytesMax,
  productFilesLimit,
  folderErrors,
} from './product-files.ts'
import { viewProblems } from '../../wire/problem.ts'
import { validationSchema } from './push.ts'

export function addValidateProduct(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/products/validate',
    {
      config: { ...folderCall, isRepeatable: true, bodies: partsBody(), refuses: folderErrors },
      bodyLimit: productFilesBytesMax,
      schema: {
        operationId: 'validateProduct',
        summary: 'Check a product folder',
        description:
          'Lists all errors, and the warnings of a push. ' +
          `Nothing is stored. ${productFilesLimit}`,
        tags: ['Management'],
        body: named(productFilesBody),
        response: { 200: named(validationSchema) },
      },
    },
    async (request) => {
      const result = await deps.checkFolder(
        callerOf(request).account,
        await folderOf(deps, request, request.body.files),
        async ({ warnings }) => ({ ok: true, problems: [], warnings }) as const,
      )
      return {
        valid: result.ok,
        problems: viewProblems(result.problems),
        warnings: viewProblems(result.warnings),
      }
    },
  )
}
