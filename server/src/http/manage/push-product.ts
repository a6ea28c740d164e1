import type { Static } from 'typebox'
import { pushAsManager } from '../../management/index.ts'
import type { PushedProduct } from '../../products/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { named } from '../wire/schema.ts'
import { folderErrors, managementErrors } from './errors.ts'
import { folderCall, partsBody } from './multipart-folder.ts'
import {
  filesOf,
  productFilesBody,
  productFilesBytesMax,
  productFilesLimit,
  viewProblems,
} from './product-files.ts'
import { planSchema, pushedSchema, refusedPush, validationSchema } from './push-wire.ts'

export function addPushProduct(app: App, deps: HttpDeps): void {
  const config = { ...folderCall, bodies: partsBody() }
  const bodyLimit = productFilesBytesMax
  const repeatable = { config: { ...config, isRepeatable: true }, bodyLimit }
  const tags = ['Management']
  app.post(
    '/manage/products/validate',
    {
      ...repeatable,
      schema: {
        operationId: 'validateProduct',
        summary: 'Check a product folder',
        description: `Tells all mistakes at once. Nothing is kept. ${productFilesLimit}`,
        tags,
        body: named(productFilesBody),
        response: { 200: named(validationSchema), ...managementErrors(...folderErrors) },
      },
    },
    async (request) => {
      const result = await deps.checkFolder(
        callerOf(request).account,
        filesOf(request, request.body.files),
        async () => ({ ok: true }) as const,
      )
      return { valid: result.ok, problems: result.ok ? [] : viewProblems(result.problems) }
    },
  )
  app.post(
    '/manage/products/plan',
    {
      ...repeatable,
      schema: {
        operationId: 'planProduct',
        summary: 'See what a product folder would change',
        description:
          'Compares it with what is live, in domain words, prices of the test cases included. ' +
          `Nothing is kept. ${productFilesLimit}`,
        tags,
        body: named(productFilesBody),
        response: { 200: named(planSchema), ...managementErrors(...folderErrors) },
      },
    },
    async (request) => {
      const files = filesOf(request, request.body.files)
      const plan = await deps.workshop.plan(callerOf(request).account, files)
      return plan.ok
        ? { valid: true, problems: [], differences: [...plan.differences] }
        : { valid: false, problems: viewProblems(plan.problems), differences: [] }
    },
  )
  app.post(
    '/manage/products/push',
    {
      config,
      bodyLimit,
      schema: {
        operationId: 'pushProduct',
        summary: 'Push a product folder',
        description:
          'Checks it whole and keeps it as a draft version. A folder with mistakes is answered 422 ' +
          `with all of them as \`problems\`, and nothing changes. ${productFilesLimit}`,
        tags,
        body: named(productFilesBody),
        response: {
          200: named(pushedSchema),
          422: refusedPush,
          ...managementErrors(...folderErrors),
        },
      },
    },
    async (request, reply) => {
      const result = await pushAsManager(
        deps,
        callerOf(request),
        filesOf(request, request.body.files),
        receiptOf(reply, viewPushed),
      )
      if (result.ok) return viewPushed(result)
      const count = result.problems.length
      return reply.code(422).send({
        status: 'Unprocessable Entity',
        message: `The product folder has ${count === 1 ? 'a mistake' : `${count} mistakes`}.`,
        problems: viewProblems(result.problems),
      })
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
