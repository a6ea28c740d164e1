import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { notOneWorkbook } from '../../../management/index.ts'
import type { ProposedCell, ProposedLayout } from '../../../pricing/index.ts'
import type { DraftedProduct, WorkbookWish, SaleQuestion } from '../../../products/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { flag, named, oneOf, orNull, text, textOrNull } from '../../wire/schema.ts'
import { draftedExample, draftRequestExample } from './examples.ts'
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

const cellsByName = (description: string) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: 200 },
    maxProperties: 500,
    description,
  })
const nameOptional = (description: string) =>
  Type.Optional(Type.String({ description, maxLength: 100 }))

export const draftFromWorkbookBody = Type.Object(
  {
    files: Type.Unsafe<Record<string, string>>({
      ...productFilesBody.properties.files,
      description: 'The workbook only: its file name to its content in base64.',
    }),
    key: Type.String({ description: 'The key of the product.', maxLength: 100 }),
    name: nameOptional('The name for customers; derived from the key by default.'),
    policy_prefix: nameOptional('The prefix of policy numbers; derived from the key by default.'),
    distributor: Type.String({
      description: 'The key of the distributor account that sells it.',
      maxLength: 100,
    }),
    currency: nameOptional('An ISO 4217 code; EUR by default.'),
    time_zone: nameOptional('The time zone of the product; Europe/Berlin by default.'),
    language: nameOptional('The language of the product; en by default.'),
    inputs: Type.Optional(
      cellsByName(
        'For a workbook without named inputs: further inputs besides the proposed ones, as ' +
          'cells such as `Quote!B3` by name.',
      ),
    ),
    without: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 500,
        description: 'Proposed inputs to leave out, by name or cell.',
      }),
    ),
    outputs: Type.Optional(
      cellsByName(
        'For a workbook without named outputs: the outputs, such as `gross_premium`, ' +
          'instead of the proposed ones. Inputs are proposed from the cells that the outputs ' +
          'depend on.',
      ),
    ),
    tax_rate: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The tax rate, if no cell of the workbook has it.',
      }),
    ),
    amounts: Type.Optional(
      Type.Unsafe<'major' | 'minor'>(
        oneOf(
          ['major', 'minor'],
          'Whether the amounts of the workbook are in `major` units such as euros, or in ' +
            '`minor` units such as cents. By default their number format decides.',
        ),
      ),
    ),
    start: nameOptional(
      'When cover begins: the name of an input that is a date, `ask` for an additional ' +
        'question, or `today`. By default as the workbook defines it.',
    ),
    term: nameOptional(
      'The policy period: a duration such as `P1Y`, `open`, an input that is the last day, ' +
        'or an input that is a number with its unit, as `term_years:years`. By default as ' +
        'the workbook defines it.',
    ),
    pay: nameOptional(
      'The payment frequency: `once`, `month`, `quarter`, `half_year`, `year`, several ' +
        'separated by commas, or the input that determines it. By default as the workbook ' +
        'defines it.',
    ),
    premium_for: nameOptional(
      'Whether the premium of the workbook is for one `payment` or for a `year`, which is ' +
        'then divided by the number of payments. By default its label decides.',
    ),
    renewal: nameOptional(
      'The renewal at the end of a term: `automatic`, `on_acceptance` or `none`.',
    ),
    allow_single_payment_for_open_cover: Type.Optional(
      Type.Boolean({
        description: 'Confirms that open-ended cover is sold for a single payment.',
      }),
    ),
  },
  { $id: 'DraftFromWorkbook', examples: [draftRequestExample] },
)

const proposedCells = (description: string) =>
  Type.Array(
    Type.Object({
      name: text('The proposed name.'),
      cell: text('The cell, such as `Quote!B3`.'),
      label: textOrNull('The label next to the cell; null if there is none.'),
      value: Type.Unsafe<string | number | boolean | null>({
        type: ['string', 'number', 'boolean', 'null'],
        description: 'The value of the cell.',
      }),
      shown: text('The formatted value: `2027-03-01` for a date, `2 %` for 0.02.'),
      reason: text('Why the cell is proposed.'),
      is_proposed: flag('Whether it is used by default.'),
      is_unlikely: flag('Whether it is an unlikely choice: a rate, a factor, a step.'),
    }),
    { description },
  )
const proposedLayout = Type.Object({
  inputs: proposedCells('Cells without a formula that the price depends on.'),
  outputs: proposedCells(
    'Formulas that no other formula uses, or whose labels identify them as outputs.',
  ),
  amounts: oneOf(
    ['major', 'minor'],
    'Whether amounts seem to be in `major` units such as euros, or in `minor` units such ' +
      'as cents.',
  ),
})

const saleQuestions = Type.Array(
  Type.Object({
    name: oneOf(
      ['start', 'term', 'pay', 'premium_for', 'renewal'],
      'The member of the request that answers the question.',
    ),
    answer: textOrNull('The answer from the request or the workbook; null if there is none.'),
    reason: text('Why this answer is used; empty if the request contains it, or there is none.'),
    choices: Type.Array(
      Type.Object({ value: text('An answer.'), label: text('The meaning of the answer.') }),
      {
        description: 'Possible answers for this workbook.',
      },
    ),
  }),
  {
    description: 'The questions about the sale that the outputs of the workbook do not answer.',
  },
)

export const draftSchema = Type.Object(
  {
    drafted: flag('Whether a product was created. It passes every check of a push.'),
    problems: Type.Array(named(problemSchema), {
      description: 'The problems that prevent a product, each with its fix.',
    }),
    untaken: Type.Array(named(problemSchema), {
      description: 'The parts of the workbook that were not used, each with its fix.',
    }),
    warnings: Type.Array(named(problemSchema), {
      description: 'The warnings of a push.',
    }),
    fields: Type.Array(
      Type.Object({
        name: text('The name of the answer.'),
        place: text('The cell.'),
        validation: text('The proposed rule string.'),
        reasons: Type.Array(Type.String(), {
          description: 'The source of each rule in the workbook.',
        }),
      }),
      { description: 'The questions of the quote.' },
    ),
    outputs: Type.Array(Type.String(), { description: 'The names of the outputs.' }),
    layout: orNull(
      proposedLayout,
      'The proposed inputs and outputs, if the workbook does not name them; otherwise null.',
    ),
    questions: saleQuestions,
    files: productFilesBody.properties.files,
  },
  {
    $id: 'WorkbookDraft',
    description: 'A product created from a workbook.',
    examples: [draftedExample],
  },
)

const nameParts = {
  key: { type: 'string', description: 'The key of the product.' },
  name: { type: 'string', description: 'The name for customers.' },
  policy_prefix: { type: 'string', description: 'The prefix of policy numbers.' },
  distributor: { type: 'string', description: 'The key of the distributor account that sells it.' },
  currency: { type: 'string', description: 'An ISO 4217 code; EUR by default.' },
  time_zone: { type: 'string', description: 'The time zone of the product.' },
  language: { type: 'string', description: 'The language of the product; en by default.' },
  inputs: { type: 'string', description: 'The cells of the inputs by name, as JSON.' },
  outputs: { type: 'string', description: 'The cells of the outputs by name, as JSON.' },
  tax_rate: { type: 'string', description: 'The tax rate, as JSON.' },
  amounts: { type: 'string', description: '`major` or `minor`.' },
  without: { type: 'string', description: 'Inputs to leave out, as JSON.' },
  start: { type: 'string', description: 'When cover begins.' },
  term: { type: 'string', description: 'The policy period.' },
  pay: { type: 'string', description: 'The payment frequency.' },
  premium_for: { type: 'string', description: '`payment` or `year`.' },
  renewal: { type: 'string', description: '`automatic`, `on_acceptance` or `none`.' },
  allow_single_payment_for_open_cover: { type: 'string', description: '`true` or `false`.' },
}

export function addDraftFromWorkbook(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/products/draft_from_workbook',
    {
      config: {
        ...folderCall,
        isRepeatable: true,
        bodies: partsBody(nameParts, { key: 'home', distributor: 'alpine-brokers' }),
        refuses: [...filesErrors, notOneWorkbook],
      },
      bodyLimit: productFilesBytesMax,
      schema: {
        operationId: 'draftFromWorkbook',
        summary: 'Create a product from a workbook',
        description:
          'Finds inputs and outputs, proposes rules from data validation, conditions, lookups and number ' +
          'formats, finds the start of cover, the policy period and the payment frequency, records test ' +
          'cases, and adds a starting point for everything else. If the workbook lacks something, a ' +
          `problem names the member to send. Nothing is stored: review the files, then push them. ${productFilesLimit}`,
        tags: ['Management'],
        body: named(draftFromWorkbookBody),
        response: { 200: named(draftSchema) },
      },
    },
    async (request, reply) => {
      const { body } = request
      const draft = await deps.folderWorkers.draft(
        callerOf(request).account,
        filesOf(request, body.files),
        { names: namesIn(body), wish: wishIn(body) },
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

function wishIn(body: Static<typeof draftFromWorkbookBody>): WorkbookWish {
  return {
    inputs: body.inputs ?? null,
    without: body.without ?? [],
    outputs: body.outputs ?? null,
    taxRate: body.tax_rate ?? null,
    amounts: body.amounts ?? null,
    sale: {
      start: body.start ?? null,
      term: body.term ?? null,
      pay: body.pay ?? null,
      premiumFor: body.premium_for ?? null,
      renewal: body.renewal ?? null,
      maySellOpenForOnePayment: body.allow_single_payment_for_open_cover ?? false,
    },
  }
}

function viewLayout(layout: ProposedLayout | null) {
  if (layout === null) return null
  const { inputs, outputs, amounts } = layout
  return { inputs: inputs.map(viewCell), outputs: outputs.map(viewCell), amounts }
}

function viewCell({ name, place, label, value, shown, reason, ...cell }: ProposedCell) {
  return {
    name,
    cell: place,
    label,
    value,
    shown,
    reason,
    is_proposed: cell.isProposed,
    is_unlikely: cell.isUnlikely,
  }
}

function viewQuestion({ name, answer, reason, choices }: SaleQuestion) {
  return { name, answer, reason, choices: choices.map((choice) => ({ ...choice })) }
}

function viewDraft(draft: DraftedProduct) {
  if (!draft.ok) {
    return {
      drafted: false,
      problems: viewProblems(draft.problems),
      untaken: [],
      warnings: [],
      fields: [],
      outputs: [],
      layout: viewLayout(draft.layout),
      questions: draft.questions.map(viewQuestion),
    }
  }
  const { untaken, warnings, proposal } = draft
  return {
    drafted: true,
    problems: [],
    untaken: viewProblems(untaken),
    warnings: viewProblems(warnings),
    fields: proposal.fields.map(({ name, place, validation, reasons }) => ({
      name,
      place,
      validation,
      reasons: [...reasons],
    })),
    outputs: [...proposal.outputs],
    layout: viewLayout(proposal.layout),
    questions: draft.questions.map(viewQuestion),
  }
}
