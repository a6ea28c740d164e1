import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { notTwoWorkbooks } from '../../../management/index.ts'
import { type CarriedLayout, placeOf } from '../../../pricing/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { flag, named, text } from '../../wire/schema.ts'
import { replacedWorkbookExample, replaceWorkbookExample } from './examples.ts'
import { folderCall, partsBody } from '../folders/multipart-folder.ts'
import {
  filesOf,
  filesErrors,
  productFilesBody,
  productFilesBytesMax,
  productFilesLimit,
} from '../folders/product-files.ts'
import { problemSchema, viewProblems } from '../../wire/problem.ts'
import { sendFolder } from '../folders/send-folder.ts'

const [before, after] = ['before.xlsx', 'after.xlsx'] as const

export const replaceWorkbookBody = Type.Object(
  {
    files: Type.Unsafe<Record<string, string>>({
      ...productFilesBody.properties.files,
      description: `Two workbooks in base64: \`${before}\`, the current one, and \`${after}\`, the new one.`,
    }),
  },
  { $id: 'ReplaceWorkbook', examples: [replaceWorkbookExample] },
)

const namedCells = (description: string) =>
  Type.Array(
    Type.Object({
      name: text('The name of the input or output.'),
      cell: text('Its cell, such as `Quote!B3`.'),
    }),
    { description },
  )

export const replacedWorkbookSchema = Type.Object(
  {
    replaced: flag('Whether the new workbook has all inputs and outputs of the old one.'),
    problems: Type.Array(named(problemSchema), {
      description: 'The inputs and outputs that the new workbook lacks, by name and cell.',
    }),
    inputs: namedCells('The inputs of the new workbook.'),
    outputs: namedCells('The outputs of the new workbook.'),
    files: Type.Unsafe<Record<string, string>>({
      ...productFilesBody.properties.files,
      description:
        'The new workbook as `pricing.xlsx`, with the names of the old one if it has none; ' +
        'empty if it cannot replace the old one.',
    }),
  },
  {
    $id: 'ReplacedWorkbook',
    description: 'The result of replacing a workbook.',
    examples: [replacedWorkbookExample],
  },
)

export function addReplaceWorkbook(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/products/replace_workbook',
    {
      config: {
        ...folderCall,
        isRepeatable: true,
        bodies: partsBody(),
        refuses: [...filesErrors, notTwoWorkbooks],
      },
      bodyLimit: productFilesBytesMax,
      schema: {
        operationId: 'replaceWorkbook',
        summary: 'Replace the workbook of a product',
        description:
          'Carries the names of inputs and outputs over from the current workbook of a product to a new ' +
          'one. A new workbook with its own names must have all of the old names. One without names ' +
          'gets the old names on the same cells, if these have the same labels. ' +
          `Nothing is stored. ${productFilesLimit}`,
        tags: ['Management'],
        body: named(replaceWorkbookBody),
        response: { 200: named(replacedWorkbookSchema) },
      },
    },
    async (request, reply) => {
      const files = filesOf(request, request.body.files)
      if (files.size !== 2 || !files.has(before) || !files.has(after)) throw notTwoWorkbooks()
      const { account } = callerOf(request)
      const carried = await deps.folderWorkers.replaceWorkbook(account, files, { before, after })
      const written = carried.ok ? new Map([['pricing.xlsx', carried.bytes]]) : new Map()
      return sendFolder(request, reply, written, viewReplaced(carried))
    },
  )
}

function viewReplaced(
  carried: CarriedLayout,
): Omit<Static<typeof replacedWorkbookSchema>, 'files'> {
  const { inputs, outputs } = carried.ok ? carried : { inputs: [], outputs: [] }
  return {
    replaced: carried.ok,
    problems: carried.ok ? [] : viewProblems(carried.problems),
    inputs: inputs.map(viewCell),
    outputs: outputs.map(viewCell),
  }
}

function viewCell({ name, cell }: Extract<CarriedLayout, { ok: true }>['inputs'][number]) {
  return { name, cell: placeOf(cell) }
}
