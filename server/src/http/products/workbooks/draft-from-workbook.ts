import { type Static, Type } from 'typebox'
import { notOneWorkbook } from '../../../management/index.ts'
import type { ProposedCell, ProposedLayout } from '../../../pricing/index.ts'
import type { DraftedProduct, SaidOfWorkbook, SaleQuestion } from '../../../products/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { flag, named, oneOf, orNull, text, textOrNull } from '../../wire/schema.ts'
import { draftedExample, draftRequestExample } from './examples.ts'
import { folderCall, partsBody } from '../folders/multipart-folder.ts'
import {
  filesOf,
  folderErrors,
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
    inputs: Type.Optional(
      cellsByName(
        'Inputs of a workbook that does not name them, beside those that are proposed: cells such as `Quote!B3` by name.',
      ),
    ),
    without: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        maxItems: 500,
        description: 'Proposed inputs that customers are not to be asked, by name or cell.',
      }),
    ),
    outputs: Type.Optional(
      cellsByName(
        'Outputs of such a workbook, such as `gross_premium`, in place of those that are proposed. ' +
          'Inputs are proposed from what these depend on.',
      ),
    ),
    tax_rate: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The rate of the tax, where no cell of such a workbook has it.',
      }),
    ),
    amounts: Type.Optional(
      Type.Unsafe<'major' | 'minor'>(
        oneOf(
          ['major', 'minor'],
          'Whether amounts of such a workbook are in euros and francs, or in cents. By their format by default.',
        ),
      ),
    ),
    start: nameOptional(
      'When cover begins: the name of an input that is a day, `ask` for a question of its own, or `today`. As the workbook says by default.',
    ),
    term: nameOptional(
      'How long cover lasts: a duration such as `P1Y`, `open`, an input that is the last day, or one that is a number with its unit, as `term_years:years`. As the workbook says by default.',
    ),
    pay: nameOptional(
      'How customers pay: `once`, `month`, `quarter`, `half_year`, `year`, several with commas, or the input whose answer says it. As the workbook says by default.',
    ),
    premium_for: nameOptional(
      'Whether the premium of the workbook is for one `payment` or for a `year`, which its payments then share. By its label by default.',
    ),
    renewal: nameOptional(
      'What happens at the end of a term: `automatic`, `on_acceptance` or `none`.',
    ),
    allow_single_payment_for_open_cover: Type.Optional(
      Type.Boolean({
        description: 'Confirms that cover without an end is sold for a single payment.',
      }),
    ),
  },
  { $id: 'DraftFromWorkbook', examples: [draftRequestExample] },
)

const proposedCells = (description: string) =>
  Type.Array(
    Type.Object({
      name: text('A name for it.'),
      cell: text('Where it stands, such as `Quote!B3`.'),
      label: textOrNull('What stands beside it.'),
      value: Type.Unsafe<string | number | boolean | null>({
        type: ['string', 'number', 'boolean', 'null'],
        description: 'What stands in it.',
      }),
      shown: text('The same as people read it: `2027-03-01` for a day, `2 %` for 0.02.'),
      reason: text('Why it looks like one.'),
      is_proposed: flag('Whether it is taken unless somebody says otherwise.'),
      is_unlikely: flag('Whether hardly anybody would choose it: a rate, a factor, a step.'),
    }),
    { description },
  )
const proposedLayout = Type.Object({
  inputs: proposedCells('Cells without a formula that prices depend on.'),
  outputs: proposedCells('Formulas that no other needs, or whose labels say what they are.'),
  amounts: oneOf(
    ['major', 'minor'],
    'Whether amounts seem to be in euros and francs, or in cents.',
  ),
})

const saleQuestions = Type.Array(
  Type.Object({
    name: oneOf(
      ['start', 'term', 'pay', 'premium_for', 'renewal'],
      'The member of the request that answers it.',
    ),
    answer: textOrNull('What was said, or found in the workbook; null where neither was.'),
    reason: text('Why that is taken; empty where it was said, or nothing was found.'),
    choices: Type.Array(Type.Object({ value: text('An answer.'), label: text('What it means.') }), {
      description: 'Answers that fit this workbook.',
    }),
  }),
  {
    description:
      'What a sale needs to know beside the price, without what the workbook puts out itself.',
  },
)

export const draftSchema = Type.Object(
  {
    drafted: flag('Whether there is a product; it passes every check of a push as it is.'),
    problems: Type.Array(named(problemSchema), {
      description: 'What stands in the way, each with its fix.',
    }),
    untaken: Type.Array(named(problemSchema), {
      description: 'What was not taken from the workbook, each with its fix.',
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
    layout: orNull(
      proposedLayout,
      'What looks like inputs and outputs, where the workbook does not say it; null where it does.',
    ),
    questions: saleQuestions,
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
  inputs: { type: 'string', description: 'Cells of inputs by name, as JSON.' },
  outputs: { type: 'string', description: 'Cells of outputs by name, as JSON.' },
  tax_rate: { type: 'string', description: 'The rate of the tax, as JSON.' },
  amounts: { type: 'string', description: '`major` or `minor`.' },
  without: { type: 'string', description: 'Inputs to leave out, as JSON.' },
  start: { type: 'string', description: 'When cover begins.' },
  term: { type: 'string', description: 'How long cover lasts.' },
  pay: { type: 'string', description: 'How customers pay.' },
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
        refuses: [...folderErrors, notOneWorkbook],
      },
      bodyLimit: productFilesBytesMax,
      schema: {
        operationId: 'draftFromWorkbook',
        summary: 'Make a product from a workbook',
        description:
          'Finds inputs and outputs, proposes rules from data validation, conditions, lookups and number ' +
          'formats, finds when cover begins, how long it lasts and how it is paid, records test cases, ' +
          'and adds a starter of everything else. What the workbook does not say has to be said, and is ' +
          `listed as a problem that names the member. Nothing is kept: look through the files, and push them. ${productFilesLimit}`,
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
        { names: namesIn(body), said: saidIn(body) },
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

function saidIn(body: Static<typeof draftFromWorkbookBody>): SaidOfWorkbook {
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
    layout: viewLayout(proposal.layout),
    questions: draft.questions.map(viewQuestion),
  }
}
