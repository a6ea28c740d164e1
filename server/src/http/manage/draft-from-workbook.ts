import { type Static, Type } from 'typebox'
import { notOneWorkbook, type WorkbookDraft } from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { flag, named, text } from '../wire/schema.ts'
import { draftedExample, draftOrderExample } from './examples/workbook.ts'
import { folderCall, partsBody } from './files/multipart-folder.ts'
import {
  filesOf,
  folderErrors,
  problemSchema,
  productFilesBody,
  productFilesBytesMax,
  productFilesLimit,
  viewProblems,
} from './files/product-files.ts'
import { sendFolder } from './files/send-folder.ts'

const nameOptional = (description: string) =>
  Type.Optional(Type.String({ description, maxLength: 100 }))

export const draftFromWorkbookBody = Type.Object(
  {
    files: Type.Unsafe<Record<string, string>>({
      ...productFilesBody.properties.files,
      description: 'The workbook alone: its name to its content in base64.',
    }),
    key: Type.String({ description: 'The key of the product.', maxLength: 100 }),
    name: nameOptional('What customers read; made from the key by default.'),
    policy_prefix: nameOptional('Policy numbers begin with it; made from the key by default.'),
    distributor: Type.String({
      description: 'Who sells it: the key of an account.',
      maxLength: 100,
    }),
    currency: nameOptional('An ISO 4217 code; EUR by default.'),
    time_zone: nameOptional('Where days begin and end; Europe/Berlin by default.'),
    language: nameOptional('The language of the product; en by default.'),
  },
  { $id: 'DraftFromWorkbook', examples: [draftOrderExample] },
)

export const draftSchema = Type.Object(
  {
    drafted: flag('Whether there is a product; it passes every check of a push as it is.'),
    problems: Type.Array(named(problemSchema), {
      description: 'What stands in the way, each with its mend.',
    }),
    untaken: Type.Array(named(problemSchema), {
      description: 'What was not taken from the workbook, each with its mend.',
    }),
    warnings: Type.Array(named(problemSchema), {
      description: 'What a push of the product would warn of.',
    }),
    fields: Type.Array(
      Type.Object({
        name: text('The name of the answer.'),
        place: text('Its cell.'),
        validation: text('The rule string that is proposed.'),
        reasons: Type.Array(Type.String(), {
          description: 'Which place of the workbook each rule comes from.',
        }),
      }),
      { description: 'The questions of the quote.' },
    ),
    outputs: Type.Array(Type.String(), { description: 'The names of the outputs.' }),
    files: productFilesBody.properties.files,
  },
  {
    $id: 'WorkbookDraft',
    description: 'A product that was made from a workbook.',
    examples: [draftedExample],
  },
)

const nameParts = {
  key: { type: 'string', description: 'The key of the product.' },
  name: { type: 'string', description: 'What customers read.' },
  policy_prefix: { type: 'string', description: 'Policy numbers begin with it.' },
  distributor: { type: 'string', description: 'Who sells it: the key of an account.' },
  currency: { type: 'string', description: 'An ISO 4217 code; EUR by default.' },
  time_zone: { type: 'string', description: 'Where days begin and end.' },
  language: { type: 'string', description: 'The language of the product; en by default.' },
}

export function addDraftFromWorkbook(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/products/draft_from_workbook',
    {
      config: {
        ...folderCall,
        isRepeatable: true,
        bodies: partsBody(nameParts, { key: 'home', distributor: 'alpine-brokers' }),
        refuses: [...folderErrors, notOneWorkbook],
      },
      bodyLimit: productFilesBytesMax,
      schema: {
        operationId: 'draftFromWorkbook',
        summary: 'Make a product from a workbook',
        description:
          'Finds inputs and outputs, proposes rules from data validation, conditions, lookups and number ' +
          'formats, records test cases, and adds a starter of everything else. Nothing is kept: look ' +
          `through the files, and push them. ${productFilesLimit}`,
        tags: ['Management'],
        body: named(draftFromWorkbookBody),
        response: { 200: named(draftSchema) },
      },
    },
    async (request, reply) => {
      const { body } = request
      const draft = await deps.workshop.draft(
        callerOf(request).account,
        filesOf(request, body.files),
        namesIn(body),
      )
      return sendFolder(request, reply, draft.ok ? draft.files : new Map(), viewDraft(draft))
    },
  )
}

function namesIn(body: Static<typeof draftFromWorkbookBody>) {
  const { key, distributor } = body
  const words = key.split(/[^a-z0-9]+/i).filter((word) => word !== '')
  return {
    key,
    distributor,
    name:
      body.name ?? words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' '),
    policyPrefix: body.policy_prefix ?? words.join('').toUpperCase().slice(0, prefixLettersMax),
    currency: body.currency ?? 'EUR',
    timeZone: body.time_zone ?? 'Europe/Berlin',
    languages: [body.language ?? 'en'],
  }
}

const prefixLettersMax = 8

function viewDraft(draft: WorkbookDraft) {
  if (!draft.ok) {
    return {
      drafted: false,
      problems: viewProblems(draft.problems),
      untaken: [],
      warnings: [],
      fields: [],
      outputs: [],
    }
  }
  const { told, warnings, proposal } = draft
  return {
    drafted: true,
    problems: [],
    untaken: viewProblems(told),
    warnings: viewProblems(warnings),
    fields: proposal.fields.map(({ name, place, validation, reasons }) => ({
      name,
      place,
      validation,
      reasons: [...reasons],
    })),
    outputs: [...proposal.outputs],
  }
}
