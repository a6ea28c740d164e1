import { Type } from 'typebox'
import { type JsonObject } from '../../kernel/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { anyObject, named, oneOf } from '../wire/schema.ts'
import { explainedPriceExample, priceOrderExample } from './examples/folder.ts'
import { folderCall, partsBody } from './files/multipart-folder.ts'
import {
  filesOf,
  productFilesBody,
  productFilesBytesMax,
  productFilesLimit,
  viewProblems,
  folderErrors,
} from './files/product-files.ts'
import { outcomes, stepsSchema, viewOutcome } from './wire/price.ts'
import { noSuchDatasetItem, noSuchIntegration, noSuchItem } from '../../management/index.ts'

export const priceFolderBody = Type.Object(
  {
    files: Type.Unsafe<Record<string, string>>(productFilesBody.properties.files),
    item: Type.Optional(Type.String({ description: 'The item; the first one by default.' })),
    integration: Type.Optional(
      Type.String({ description: 'Whose pricing variables; the first one by default.' }),
    ),
    data: anyObject(
      "The customer's answers, as in a quote, or as in a case of tests/: `{dataset_item: companies/C-0001}` is an item of the folder.",
    ),
  },
  { $id: 'PriceFolder', examples: [priceOrderExample] },
)
export const explainedPriceSchema = Type.Object(
  {
    outcome: oneOf([...outcomes, 'mistakes'], 'What became of it.'),
    result: Type.Unsafe<unknown>({
      description: 'The premium, the knockout, the failing fields, or the mistakes of the folder.',
    }),
    steps: stepsSchema,
  },
  {
    $id: 'ExplainedPrice',
    description: 'A price and how it came about.',
    examples: [explainedPriceExample],
  },
)

const pricedParts = partsBody(
  {
    item: { type: 'string', description: 'The item; the first one by default.' },
    integration: {
      type: 'string',
      description: 'Whose pricing variables; the first one by default.',
    },
    data: { type: 'string', description: "The customer's answers, as JSON." },
  },
  { data: JSON.stringify(priceOrderExample.data) },
)

export function addPriceFolder(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/products/price',
    {
      config: {
        ...folderCall,
        isRepeatable: true,
        bodies: pricedParts,
        refuses: [...folderErrors, noSuchItem, noSuchIntegration, noSuchDatasetItem],
      },
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
        },
      },
    },
    async (request) => {
      const { files, item = null, integration = null } = request.body
      const data = request.body.data as JsonObject // Our parser gives JSON and the schema an object.
      const priced = await deps.workshop.price(callerOf(request).account, filesOf(request, files), {
        item,
        integration,
        data,
      })
      if (priced.outcome === 'mistakes') {
        return { outcome: priced.outcome, result: viewProblems(priced.problems), steps: [] }
      }
      return viewOutcome(priced)
    },
  )
}
