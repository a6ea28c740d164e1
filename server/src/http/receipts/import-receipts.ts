import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import {
  type BankFile,
  BankFileRefused,
  type DecimalSign,
  decimalSigns,
  importReceipts,
} from '../../billing/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { named, text } from '../wire/schema.ts'
import { bankFileExample, bankFileProblemsExample } from './examples.ts'
import { problemSchema, viewProblems } from '../wire/problem.ts'
import { addUploads, assertFits, bytesOf, uploadTimeoutMs } from '../body/upload.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { noCsv } from './reasons.ts'
import { uploadTooLarge } from '../body/reasons.ts'
import { wrongMediaType } from '../reasons.ts'
import { importedReceiptsSchema, viewImported } from './receipt.ts'

const fileBytesMax = 4 * 1024 * 1024
const nameLengthMax = 200
const charsets = ['utf-8', 'windows-1252', 'iso-8859-1', 'iso-8859-15'] as const

const parameter = (description: string, shown?: string) =>
  Type.Optional(
    Type.String({
      maxLength: nameLengthMax,
      description,
      ...(shown === undefined ? {} : { examples: [shown] }),
    }),
  )

const parameters = Type.Object({
  amount: parameter('The column of the amount; `amount` by default.', 'Amount'),
  credit: parameter('The column of incoming amounts, if they have their own column.'),
  debit: parameter('The column of outgoing amounts, in addition to `credit`.'),
  sign: parameter(
    'The column that says whether the amount is incoming (C, CRDT, H, +) or outgoing (D, ' +
      'DBIT, S, -).',
  ),
  date: parameter('The column of the date; `date` by default.', 'Date'),
  reference: parameter('The column of the payment reference; `reference` by default.', 'Reference'),
  id: parameter('The column of the transaction id of the bank, if there is one.'),
  currency_column: parameter('The column of the currency, if there is one.'),
  iban: parameter('The column of the IBAN that paid, to which refunds go back.', 'IBAN'),
  payer: parameter('The column of the name of the account holder, next to `iban`.', 'Name'),
  currency: parameter('The currency of all lines, if there is no column for it; `EUR` by default.'),
  decimal: parameter('The decimal sign: `comma` or `point`. Detected by default.'),
  charset: parameter(`The encoding: one of ${charsets.join(', ')}; utf-8 by default.`),
  file: parameter('The file name that problems refer to.', 'statement.csv'),
})
type Query = Static<typeof parameters>

const bodies = {
  'text/csv': {
    schema: {
      type: 'string',
      description: 'The lines, after a header line with the names of the columns.',
    },
    example: bankFileExample,
  },
}

const refusedFile = {
  description: 'The file contains errors. Nothing was imported.',
  content: {
    'application/json': {
      schema: Type.Object({
        status: text('The reason phrase.'),
        code: text('`file_has_mistakes`.'),
        message: text('The number of errors, in a sentence.'),
        problems: Type.Array(named(problemSchema), {
          description: 'The first two hundred errors.',
        }),
        problems_total: Type.Integer({ description: 'The total number of errors.' }),
      }),
      examples: {
        mistakes: {
          summary: 'Each invalid line is listed with its number.',
          value: {
            status: 'Unprocessable Entity',
            code: 'file_has_mistakes',
            message: 'The file has a mistake.',
            problems: bankFileProblemsExample,
            problems_total: 1,
          },
        },
      },
    },
  },
}

export function addImportReceipts(app: App, deps: HttpDeps): void {
  addUploads(app, ['text/csv'], (scope) => {
    scope.post(
      '/manage/receipts/import',
      {
        config: {
          access: 'manage',
          isRepeatable: true,
          expensive: 'imports',
          bodyTimeoutMs: uploadTimeoutMs,
          bodies,
          refuses: [
            wrongParameter.listed({ example: ['decimal', wantedDecimal] }),
            tooLongParameter('file', nameLengthMax),
            uploadTooLarge.listed({ example: [fileBytesMax / 1024 / 1024] }),
            wrongMediaType.listed({ when: 'The Content-Type is not text/csv.' }),
            noCsv,
          ],
        },
        schema: {
          operationId: 'importReceipts',
          summary: 'Import bank receipts',
          description:
            'Imports a CSV file from a bank, with semicolons, commas, tabs or vertical ' +
            'bars between the columns, a decimal comma or point, and dates such as ' +
            '2027-12-31 or 31.12.2027. A receipt whose reference contains the number or ' +
            'reference of an invoice is posted to it, and one with the reference of a payment by ' +
            '`bank_transfer` makes that payment; `GET ' +
            '/manage/receipts?state=unmatched` lists the others. A line is imported only ' +
            'once, even if several files contain it: two lines are the same if amount, ' +
            'currency, date and reference are equal, unless the bank gives them different ' +
            'ids. If a line is invalid, nothing of the file is imported. At most 4 MiB and ' +
            '10,000 lines. Repeating an import changes nothing, so there is no ' +
            'Idempotency-Key.',
          tags: ['Management'],
          querystring: parameters,
          response: { 200: named(importedReceiptsSchema), 422: refusedFile },
        },
      },
      async (request, reply) => {
        assertFits(request, fileBytesMax)
        if (request.headers['content-type'] === undefined) throw noCsv()
        const settings = readSettings(request.query)
        const bytes = await collect(bytesOf(request, fileBytesMax))
        const file = { ...settings, text: decode(bytes, request.query.charset) }
        try {
          return viewImported(await importReceipts(deps, callerOf(request), file))
        } catch (error) {
          if (!(error instanceof BankFileRefused)) throw error
          const { problems, total } = error
          return reply.code(422).send({
            status: 'Unprocessable Entity',
            code: 'file_has_mistakes',
            message: `The file has ${total === 1 ? 'a mistake' : `${total} mistakes`}.`,
            problems: viewProblems(problems),
            problems_total: total,
          })
        }
      },
    )
  })
}

const wantedDecimal = `one of ${decimalSigns.join(', ')}`

function readSettings(query: Query): Omit<BankFile, 'text'> {
  const { amount, credit = null, debit = null, sign = null } = query
  const { date = 'date', reference = 'reference' } = query
  if (debit !== null && credit === null) throw wrongParameter('debit', 'named beside credit')
  if (credit !== null && (amount !== undefined || sign !== null)) {
    throw wrongParameter('credit', 'named without amount and sign')
  }
  return {
    name: query.file ?? 'receipts.csv',
    columns: {
      amount: credit === null ? (amount ?? 'amount') : null,
      credit,
      debit,
      sign,
      date,
      reference,
      id: query.id ?? null,
      currency: query.currency_column ?? null,
      iban: query.iban ?? null,
      payer: query.iban === undefined ? null : (query.payer ?? null),
    },
    currency: query.currency ?? 'EUR',
    decimal: readDecimal(query.decimal),
  }
}

function readDecimal(written: string | undefined): DecimalSign | null {
  if (written === undefined) return null
  const decimal = decimalSigns.find((one) => one === written)
  if (decimal === undefined) throw wrongParameter('decimal', wantedDecimal)
  return decimal
}

/** What is not text in this encoding was saved in another one. */
function decode(bytes: Uint8Array, written = 'utf-8'): string {
  const charset = charsets.find((one) => one === written.toLowerCase())
  if (charset === undefined) throw wrongParameter('charset', `one of ${charsets.join(', ')}`)
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    throw wrongParameter('charset', `the encoding of the file, which is not ${charset}`)
  }
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}
