import { type Static, Type } from 'typebox'
import { type JsonObject } from '../../../kernel/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { anyObject, named, oneOf, text, word } from '../../wire/schema.ts'
import { explainedPriceExample, priceRequestExample } from './examples.ts'
import { folderCall, partsBody } from './multipart-folder.ts'
import {
  filesOf,
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
    integration: Type.Optional(word('Whose pricing variables; the first one by default.')),
    data: anyObject(
      "The customer's answers, as in a quote, or as in a case of tests/: `{dataset_item: companies/C-0001}` is an item of the folder.",
    ),
    vary: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: variedMax,
        description:
          'Answers to price with each value that their rules allow, in all combinations: what `in` ' +
          'lists, false and true, or numbers between both bounds, at round steps where there are many.',
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
        values: Type.Array(Type.Unsafe<unknown>({ description: 'Null where it is not given.' }), {
          description: 'The values that were tried.',
        }),
        from: text('Where they come from, in words.'),
      }),
      { description: 'The answers that were varied.' },
    ),
    rows: Type.Array(
      Type.Object({
        values: anyObject('The varied answers by name; null where one is not given.'),
        outcome: outcomeSchema.outcome,
        result: outcomeSchema.result,
      }),
      { description: 'One for each combination, the last answer changing first.' },
    ),
  },
  { description: 'What the same answers cost with other values of some of them.' },
)
export const explainedPriceSchema = Type.Object(
  {
    outcome: oneOf([...outcomes, 'mistakes'], 'What became of it.'),
    result: Type.Unsafe<unknown>({
      description: 'The premium, the knockout, the failing fields, or the mistakes of the folder.',
    }),
    steps: stepsSchema,
    varied: Type.Optional(variedSchema),
  },
  {
    $id: 'ExplainedPrice',
    description: 'A price and how it came about.',
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
      description: 'Whose pricing variables; the first one by default.',
    },
    data: { type: 'string', description: "The customer's answers, as JSON." },
    vary: { type: 'string', description: 'Names of answers to vary, as a JSON list.' },
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
      const { files, item = null, integration = null, vary = [] } = request.body
      const data = request.body.data as JsonObject // Our parser gives JSON and the schema an object.
      const priced = await deps.folderWorkers.price(
        callerOf(request).account,
        filesOf(request, files),
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
