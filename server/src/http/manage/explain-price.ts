import { Type } from 'typebox'
import { type JsonObject, Refusal } from '../../kernel/index.ts'
import { priceFolder } from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { anyObject, named, oneOf, text } from '../wire/schema.ts'
import { managementErrors, priceFolderErrors } from './errors.ts'
import { explainedPriceExample, priceOrderExample } from './examples/folder.ts'
import {
  productFilesBody,
  productFilesBytesMax,
  productFilesLimit,
  readFiles,
  viewProblems,
} from './product-files.ts'

export const priceFolderBody = Type.Object(
  {
    files: Type.Unsafe<Record<string, string>>(productFilesBody.properties.files),
    item: Type.Optional(Type.String({ description: 'The item; the first one by default.' })),
    integration: Type.Optional(
      Type.String({ description: 'Whose pricing variables; the first one by default.' }),
    ),
    data: anyObject("The customer's answers, as in a quote."),
  },
  { $id: 'PriceFolder', examples: [priceOrderExample] },
)
export const explainedPriceSchema = Type.Object(
  {
    outcome: oneOf(['priced', 'knockout', 'invalid', 'failed', 'mistakes'], 'What became of it.'),
    result: Type.Unsafe<unknown>({
      description: 'The premium, the knockout, the failing fields, or the mistakes of the folder.',
    }),
    steps: Type.Array(
      Type.Object({
        place: text('The step or cell.'),
        formula: text('Its formula.'),
        value: text('Its value.'),
        hit: Type.Optional(text('The table row that a lookup hit.')),
      }),
      { description: 'Each step with its formula and value.' },
    ),
  },
  {
    $id: 'ExplainedPrice',
    description: 'A price and how it came about.',
    examples: [explainedPriceExample],
  },
)

export function addExplainPrice(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/products/price',
    {
      config: { access: 'manage' },
      bodyLimit: productFilesBytesMax,
      schema: {
        operationId: 'priceFolder',
        summary: 'Price answers with a product folder and explain it',
        description:
          'Each step with its formula, its value and the table row it hit. Nothing is kept. ' +
          productFilesLimit,
        tags: ['Management'],
        body: named(priceFolderBody),
        response: {
          200: named(explainedPriceSchema),
          ...managementErrors(...priceFolderErrors),
        },
      },
    },
    async (request) => {
      const { files, item = null, integration = null } = request.body
      const data = request.body.data as JsonObject // Our parser gives JSON and the schema an object.
      const priced = await priceFolder(deps, callerOf(request), {
        files: readFiles(files),
        item,
        integration,
        data,
      })
      switch (priced.outcome) {
        case 'mistakes':
          return { outcome: priced.outcome, result: viewProblems(priced.problems), steps: [] }
        case 'priced':
          return {
            outcome: priced.outcome,
            result: priced.premium,
            steps: [...(priced.trace ?? [])],
          }
        case 'knockout':
          return {
            outcome: priced.outcome,
            result: { code: priced.code },
            steps: [...(priced.trace ?? [])],
          }
        case 'invalid':
          return { outcome: priced.outcome, result: priced.errors, steps: [] }
        case 'failed':
          return {
            outcome: priced.outcome,
            result: { place: priced.place, reason: priced.reason },
            steps: [],
          }
        case 'unknown':
          throw new Refusal('not_found', priced.message)
      }
    },
  )
}
