import { type Static, Type } from 'typebox'
import {
  type BankReceipt,
  type LineFate,
  receiptStates,
  unmatchedReasons,
} from '../../billing/index.ts'
import { timestamp } from '../../kernel/index.ts'
import { amount, flag, oneOf, text, textOrNull, timestampText } from '../wire/schema.ts'
import {
  dismissExample,
  importedReceiptsExample,
  matchExample,
  recordReceiptExample,
} from './examples.ts'

const amountMax = 1_000_000_000_000
const textLengthMax = 1_000
const reasonLengthMax = 500

const day = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })

const overpayment = Type.Optional(
  Type.Boolean({
    description:
      'True where the invoice was paid already and the money truly came in besides: it becomes the ' +
      "customer's credit.",
  }),
)

export const recordReceiptBody = Type.Object(
  {
    amount: Type.Integer({
      minimum: 1,
      maximum: amountMax,
      description: 'What came in. In whole minor units.',
    }),
    currency: Type.String({ minLength: 3, maxLength: 3, description: 'Of the invoice.' }),
    received_on: Type.String({
      maxLength: 10,
      description: 'The day on which the bank had it, such as `2029-01-15`.',
    }),
    reference: Type.Optional(
      Type.String({ maxLength: textLengthMax, description: 'What the bank had with it.' }),
    ),
    overpayment,
  },
  { $id: 'RecordReceipt', examples: [recordReceiptExample] },
)

export const matchReceiptBody = Type.Object(
  {
    invoice_id: Type.String({ maxLength: 100, description: 'The invoice that it pays.' }),
    overpayment,
  },
  { $id: 'MatchReceipt', examples: [matchExample] },
)

export const dismissReceiptBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: reasonLengthMax,
      pattern: '\\S',
      description: 'Why it pays no invoice. Name no person in it.',
    }),
  },
  { $id: 'DismissReceipt', examples: [dismissExample] },
)

const why = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description:
    'Why it could not be matched by itself: ' +
    `${unmatchedReasons.map((one) => `\`${one}\``).join(', ')}; null otherwise.`,
})

export const bankReceiptSchema = Type.Object(
  {
    id: text('The receipt.'),
    livemode: flag('True for live, false for test.'),
    state: oneOf(
      receiptStates,
      '`matched` is posted, `unmatched` waits for you, `dismissed` pays no invoice, and `waiting` ' +
        'is about to be posted.',
    ),
    why,
    amount: amount('What came in.'),
    currency: text('A lower-case code.'),
    received_on: day('The day on which the bank had it.'),
    reference: text('What the bank had with it.'),
    bank_id: textOrNull('What the bank calls it, where it tells.'),
    invoice_id: textOrNull('The invoice that it was matched with.'),
    payment_id: textOrNull('The payment that it was posted as.'),
    reason: textOrNull('Why it was dismissed.'),
    imported_at: timestampText('When its file was imported.'),
  },
  { $id: 'BankReceipt', description: 'Money that came in, as the bank told it.' },
)

const count = (description: string) => Type.Integer({ description })

export const importedReceiptsSchema = Type.Object(
  {
    lines: count('How many lines the file has.'),
    new: count('How many receipts were not known before.'),
    known: count('How many were imported before.'),
    outgoing: count('How many lines are no receipts, as nothing came in.'),
    matched: count('How many of the new ones are posted.'),
    unmatched: count('How many of the new ones wait for you.'),
    receipts: Type.Array(
      Type.Object({
        line: count('The line of the file.'),
        is_new: flag('False for one that was imported before.'),
        id: text('The receipt.'),
        state: oneOf(receiptStates, 'Where it stands now.'),
        why,
        amount: amount('What came in.'),
        invoice_id: textOrNull('The invoice that it was matched with.'),
      }),
      { description: 'What became of each line that is a receipt.' },
    ),
  },
  {
    $id: 'ImportedReceipts',
    description: 'What became of a file.',
    examples: [importedReceiptsExample],
  },
)

export function viewBankReceipt(receipt: BankReceipt): Static<typeof bankReceiptSchema> {
  return {
    id: receipt.id,
    livemode: receipt.livemode,
    state: receipt.state,
    why: receipt.state === 'unmatched' ? receipt.why : null,
    amount: receipt.amount,
    currency: receipt.currency,
    received_on: receipt.receivedOn.toString(),
    reference: receipt.reference,
    bank_id: receipt.bankId,
    invoice_id: receipt.invoiceId,
    payment_id: receipt.paymentId,
    reason: receipt.reason,
    imported_at: timestamp(receipt.importedAt),
  }
}

export function viewImported(fates: readonly LineFate[]): Static<typeof importedReceiptsSchema> {
  const told = fates.flatMap(({ line, isNew, receipt }) =>
    receipt === null ? [] : [{ line, isNew, receipt }],
  )
  const fresh = told.filter(({ isNew }) => isNew)
  const inState = (state: BankReceipt['state']) =>
    fresh.filter(({ receipt }) => receipt.state === state).length
  return {
    lines: fates.length,
    new: fresh.length,
    known: told.length - fresh.length,
    outgoing: fates.length - told.length,
    matched: inState('matched'),
    unmatched: inState('unmatched'),
    receipts: told.map(({ line, isNew, receipt }) => ({
      line,
      is_new: isNew,
      id: receipt.id,
      state: receipt.state,
      why: receipt.state === 'unmatched' ? receipt.why : null,
      amount: receipt.amount,
      invoice_id: receipt.invoiceId,
    })),
  }
}
