import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { named } from '../../wire/schema.ts'
import { folderCall, partsBody } from './multipart-folder.ts'
import {
  filesOf,
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
        summary: 'See what a product folder would change',
        description:
          'Compares it with what is live, in domain words, prices of the test cases included, and tells ' +
          'the mistakes and warnings that a push would. What would change is told of a folder with failing ' +
          'test cases, too. ' +
          `Nothing is kept. ${productFilesLimit}`,
        tags: ['Management'],
        body: named(productFilesBody),
        response: { 200: named(planSchema) },
      },
    },
    async (request) => {
      const files = filesOf(request, request.body.files)
      const plan = await deps.folderWorkers.plan(callerOf(request).account, files)
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
