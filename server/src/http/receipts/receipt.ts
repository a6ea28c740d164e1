import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import {
  type BankReceipt,
  type LineFate,
  receiptStates,
  unmatchedReasons,
} from '../../billing/index.ts'
import { timestamp } from '../../kernel/index.ts'
import { allowed } from '../access/allowed.ts'
import { amount, flag, oneOf, text, textOrNull, timestampText } from '../wire/schema.ts'
import { maskedMember, personal } from '../wire/personal.ts'
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
      'True if the invoice was already paid and this is additional money: it becomes ' +
      'credit of the customer.',
  }),
)

export const recordReceiptBody = Type.Object(
  {
    amount: Type.Integer({
      minimum: 1,
      maximum: amountMax,
      description: 'The received amount, in whole minor units.',
    }),
    currency: Type.String({
      minLength: 3,
      maxLength: 3,
      description: 'The currency of the invoice.',
    }),
    received_on: Type.String({
      maxLength: 10,
      description: 'The day on which the bank received it, such as `2029-01-15`.',
    }),
    reference: Type.Optional(
      Type.String({ maxLength: textLengthMax, description: 'The payment reference.' }),
    ),
    iban: Type.Optional(
      Type.String({
        maxLength: 50,
        description:
          'The account that paid. Refunds of the payment go back to it. It is encrypted, and ' +
          'shown with its last four characters.',
      }),
    ),
    payer: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 140,
        description: 'Whose account it is, if not the policyholder.',
      }),
    ),
    overpayment,
  },
  { $id: 'RecordReceipt', examples: [recordReceiptExample] },
)

export const matchReceiptBody = Type.Object(
  {
    invoice_id: Type.String({ maxLength: 100, description: 'The paid invoice.' }),
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
      description: 'Why it pays no invoice. Do not include personal data.',
    }),
  },
  { $id: 'DismissReceipt', examples: [dismissExample] },
)

const why = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description:
    'Why it could not be matched automatically: ' +
    `${unmatchedReasons.map((one) => `\`${one}\``).join(', ')}; null otherwise.`,
})

export const bankReceiptSchema = Type.Object(
  {
    id: text('The receipt.'),
    livemode: flag('True for live, false for test.'),
    state: oneOf(
      receiptStates,
      '`matched`: posted to an invoice. `unmatched`: waits for you. `dismissed`: pays no invoice. ' +
        '`waiting`: about to be posted.',
    ),
    why,
    amount: amount('The received amount.'),
    currency: text('ISO 4217, in lower case.'),
    received_on: day('The day on which the bank received it.'),
    reference: personal(text('The payment reference.')),
    bank_id: textOrNull('The id of the transaction at the bank; null if the file has none.'),
    invoice_id: textOrNull('The matched invoice; null if there is none.'),
    payment_id: textOrNull('The payment that was posted for the receipt; null if none was posted.'),
    reason: textOrNull('Why it was dismissed; null if it was not.'),
    imported_at: timestampText('When its file was imported.'),
    allowed: Type.Optional(allowed('match', 'dismiss')),
    masked: maskedMember,
  },
  { $id: 'BankReceipt', description: 'A receipt in a bank file: money that was received.' },
)

const count = (description: string) => Type.Integer({ description })

export const importedReceiptsSchema = Type.Object(
  {
    lines: count('The number of lines in the file.'),
    new: count('The number of new receipts.'),
    known: count('The number of receipts that were imported before.'),
    outgoing: count('The number of lines that are outgoing payments.'),
    matched: count('The number of new receipts that were posted.'),
    unmatched: count('The number of new receipts that wait for you.'),
    receipts: Type.Array(
      Type.Object({
        line: count('The line of the file.'),
        is_new: flag('False if the receipt was imported before.'),
        id: text('The receipt.'),
        state: oneOf(receiptStates, 'The state of the receipt.'),
        why,
        amount: amount('The received amount.'),
        invoice_id: textOrNull('The matched invoice; null if there is none.'),
      }),
      { description: 'The result for each line that is a receipt.' },
    ),
  },
  {
    $id: 'ImportedReceipts',
    description: 'The result of an import.',
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
  const received = fates.flatMap(({ line, isNew, receipt }) =>
    receipt === null ? [] : [{ line, isNew, receipt }],
  )
  const fresh = received.filter(({ isNew }) => isNew)
  const inState = (state: BankReceipt['state']) =>
    fresh.filter(({ receipt }) => receipt.state === state).length
  return {
    lines: fates.length,
    new: fresh.length,
    known: received.length - fresh.length,
    outgoing: fates.length - received.length,
    matched: inState('matched'),
    unmatched: inState('unmatched'),
    receipts: received.map(({ line, isNew, receipt }) => ({
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
