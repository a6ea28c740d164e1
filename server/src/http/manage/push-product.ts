import { Type } from 'typebox'
import { pushAsManager, planProduct } from '../../management/index.ts'
import { validateProduct } from '../../products/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { flag, named, oneOf, text } from '../wire/schema.ts'
import {
  problemSchema,
  productFilesBody,
  productFilesBytesMax,
  readFiles,
  viewProblems,
} from './product-files.ts'

export const validationSchema = Type.Object(
  {
    valid: flag('Whether a push would be taken.'),
    problems: Type.Array(named(problemSchema), { description: 'All mistakes at once.' }),
  },
  { $id: 'Validation', description: 'What is wrong with a product folder.' },
)
export const pushedSchema = Type.Object(
  {
    product_id: text('The product.'),
    product_version_id: text('The draft version, or the newest one where nothing changed.'),
    is_new: flag('False when the newest version already had exactly this content.'),
    warnings: Type.Array(named(problemSchema)),
  },
  { $id: 'PushedProduct', description: 'A product folder, kept as a draft version.' },
)
export const differenceSchema = Type.Object(
  {
    area: text('What kind of thing differs: settings, quote rules, prices and so on.'),
    change: oneOf(['added', 'removed', 'changed'], 'What happened to it.'),
    place: text('Which one: a field, a plan, a test case.'),
    before: Type.Unsafe<unknown>({ description: 'As it was; null when it is new.' }),
    after: Type.Unsafe<unknown>({ description: 'As it is; null when it is gone.' }),
  },
  { $id: 'Difference', description: 'One thing in which two versions of a product differ.' },
)
export const planSchema = Type.Object(
  {
    valid: flag('Whether a push would be taken.'),
    problems: Type.Array(named(problemSchema)),
    differences: Type.Array(named(differenceSchema), {
      description: 'What would change against the live version, or else the newest.',
    }),
  },
  { $id: 'Plan', description: 'What pushing and publishing a folder would change.' },
)

export function addPushProduct(app: App, deps: HttpDeps): void {
  const options = { config: { access: 'manage' } as const, bodyLimit: productFilesBytesMax }
  const tags = ['Management']
  app.post(
    '/manage/products/validate',
    {
      ...options,
      schema: {
        operationId: 'validateProduct',
        summary: 'Check a product folder',
        description: 'Tells all mistakes at once. Nothing is kept.',
        tags,
        body: named(productFilesBody),
        response: { 200: named(validationSchema) },
      },
    },
    async (request) => {
      const result = await validateProduct(
        deps,
        callerOf(request).account,
        readFiles(request.body.files),
      )
      return { valid: result.ok, problems: result.ok ? [] : viewProblems(result.problems) }
    },
  )
  app.post(
    '/manage/products/plan',
    {
      ...options,
      schema: {
        operationId: 'planProduct',
        summary: 'See what a product folder would change',
        description:
          'Compares it with what is live, in domain words, prices of the test cases included. Nothing is kept.',
        tags,
        body: named(productFilesBody),
        response: { 200: named(planSchema) },
      },
    },
    async (request) => {
      const plan = await planProduct(deps, callerOf(request), readFiles(request.body.files))
      return plan.ok
        ? { valid: true, problems: [], differences: [...plan.differences] }
        : { valid: false, problems: viewProblems(plan.problems), differences: [] }
    },
  )
  app.post(
    '/manage/products/push',
    {
      ...options,
      schema: {
        operationId: 'pushProduct',
        summary: 'Push a product folder',
        description:
          'Checks it whole and keeps it as a draft version. A folder with mistakes is answered 422 with all of them, and nothing changes.',
        tags,
        body: named(productFilesBody),
        response: {
          200: named(pushedSchema),
          422: {
            description: 'The folder has mistakes.',
            content: {
              'application/json': {
                schema: Type.Object({
                  status: text('The reason phrase.'),
                  message: text('How many mistakes there are.'),
                  problems: Type.Array(named(problemSchema)),
                }),
              },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const result = await pushAsManager(deps, callerOf(request), readFiles(request.body.files))
      if (result.ok) {
        return {
          product_id: result.productId,
          product_version_id: result.versionId,
          is_new: result.isNew,
          warnings: viewProblems(result.warnings),
        }
      }
      const count = result.problems.length
      return reply.code(422).send({
        status: 'Unprocessable Entity',
        message: `The product folder has ${count === 1 ? 'a mistake' : `${count} mistakes`}.`,
        problems: viewProblems(result.problems),
      })
    },
  )
}
