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
import { planSchema, viewUse } from './push.ts'

export function addPlanProduct(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/products/plan',
    {
      config: { ...folderCall, isRepeatable: true, bodies: partsBody(), refuses: folderErrors },
      bodyLimit: productFilesBytesMax,
      schema: {
        operationId: 'planProduct',
        summary: 'Preview the changes of a product folder',
        description:
          'Compares the folder with the live version, including the prices of the test cases, and lists ' +
          'the errors and warnings of a push. The differences are also listed if test cases fail. ' +
          `Nothing is stored. ${productFilesLimit}`,
        tags: ['Management'],
        body: named(productFilesBody),
        response: { 200: named(planSchema) },
      },
    },
    async (request) => {
      const files = await folderOf(deps, request, request.body.files)
      const plan = await deps.folderWorkers.plan(callerOf(request), files)
      return {
        valid: plan.problems.length === 0,
        problems: viewProblems(plan.problems),
        warnings: viewProblems(plan.warnings),
        differences: [...plan.differences],
        datasets: plan.datasets.map(viewUse),
      }
    },
  )
}
