import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { type JsonObject } from '../../../kernel/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { anyObject, named, oneOf, text, word } from '../../wire/schema.ts'
import { explainedPriceExample, priceRequestExample } from './examples.ts'
import { folderCall, partsBody } from './multipart-folder.ts'
import {
  folderOf,
  productFilesBody,
  productFilesBytesMax,
  productFilesLimit,
  folderErrors,
} from './product-files.ts'
import { viewProblems } from '../../wire/problem.ts'
import { outcomeSchema, outcomes, stepsSchema, viewOutcome } from '../../quotes/price.ts'
import {
  type VariedPrice,
  noSuchAnswer,
  noSuchDatasetItem,
  noSuchIntegration,
  noSuchItem,
  notEnumerable,
  tooManyCombinations,
} from '../../../management/index.ts'

const variedMax = 4

export const priceFolderBody = Type.Object(
  {
    files: Type.Unsafe<Record<string, string>>(productFilesBody.properties.files),
    item: Type.Optional(word('The item; the first one by default.')),
    integration: Type.Optional(
      word('The integration whose pricing variables to use; the first one by default.'),
    ),
    data: anyObject(
      "The customer's answers, as in a quote or in a test case: `{dataset_item: " +
        'companies/C-0001}` is a dataset item of the folder.',
    ),
    vary: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: variedMax,
        description:
          'Answers to vary: each value that their rules allow is priced, in all combinations. These are ' +
          'the values of `in`, false and true, or numbers between both bounds in round steps.',
      }),
    ),
  },
  { $id: 'PriceFolder', examples: [priceRequestExample] },
)
const variedSchema = Type.Object(
  {
    fields: Type.Array(
      Type.Object({
        name: text('The answer.'),
        values: Type.Array(Type.Unsafe<unknown>({ description: 'A value; null for no answer.' }), {
          description: 'The values that were priced.',
        }),
        from: text('The source of the values, as a sentence.'),
      }),
      { description: 'The answers that were varied.' },
    ),
    rows: Type.Array(
      Type.Object({
        values: anyObject('The varied answers by name; null for no answer.'),
        outcome: outcomeSchema.outcome,
        result: outcomeSchema.result,
      }),
      { description: 'One row per combination; the last answer varies fastest.' },
    ),
  },
  { description: 'The prices with other values of some answers.' },
)
export const explainedPriceSchema = Type.Object(
  {
    outcome: oneOf([...outcomes, 'mistakes'], 'The outcome.'),
    result: Type.Unsafe<unknown>({
      description: 'The premium, the knockout, the failing fields, or the errors of the folder.',
    }),
    steps: stepsSchema,
    varied: Type.Optional(variedSchema),
  },
  {
    $id: 'ExplainedPrice',
    description: 'A price with its calculation.',
    examples: [explainedPriceExample],
  },
)

function viewVaried({ fields, rows }: VariedPrice): Static<typeof variedSchema> {
  return {
    fields: fields.map(({ name, values, from }) => ({ name, values: [...values], from })),
    rows: rows.map(({ values, priced }) => {
      const { outcome, result } = viewOutcome(priced)
      return { values, outcome, result }
    }),
  }
}

const pricedParts = partsBody(
  {
    item: { type: 'string', description: 'The item; the first one by default.' },
    integration: {
      type: 'string',
      description: 'The integration whose pricing variables to use; the first one by default.',
    },
    data: { type: 'string', description: "The customer's answers, as JSON." },
    vary: { type: 'string', description: 'The names of the answers to vary, as a JSON array.' },
  },
  { data: JSON.stringify(priceRequestExample.data) },
)

export function addPriceFolder(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/products/price',
    {
      config: {
        ...folderCall,
        isRepeatable: true,
        bodies: pricedParts,
        refuses: [
          ...folderErrors,
          noSuchItem,
          noSuchIntegration,
          noSuchDatasetItem,
          noSuchAnswer,
          notEnumerable,
          tooManyCombinations,
        ],
      },
      bodyLimit: productFilesBytesMax,
      schema: {
        operationId: 'priceFolder',
        summary: 'Price a product folder and explain the price',
        description:
          'Prices answers with the folder, and shows each step with its formula, its value and the ' +
          'table row it found. Nothing is stored. ' +
          productFilesLimit,
        tags: ['Management'],
        body: named(priceFolderBody),
        response: {
          200: named(explainedPriceSchema),
        },
      },
    },
    async (request) => {
      const { files, item = null, integration = null, vary = [] } = request.body
      const data = request.body.data as JsonObject // Our parser gives JSON and the schema an object.
      const priced = await deps.folderWorkers.price(
        callerOf(request).account,
        await folderOf(deps, request, files),
        {
          item,
          integration,
          data,
          vary,
        },
      )
      if (priced.outcome === 'mistakes') {
        return { outcome: priced.outcome, result: viewProblems(priced.problems), steps: [] }
      }
      const { varied } = priced
      return { ...viewOutcome(priced), ...(varied && { varied: viewVaried(varied) }) }
    },
  )
}
