import {
  amount,
  count,
  currency,
  day,
  firstForm,
  flag,
  ofPolicy as policy_id,
  oneOf,
  optional,
  text,
  textOrNull,
} from './form.ts'

const payment = {
  policy_id,
  amount: amount('How much it is.'),
  currency,
  provider: text('Who takes it, for example `invoice`.'),
}
const invoice = { policy_id, currency }
const mandate = {
  policy_id,
  provider: text('Who takes payments by it.'),
  method: textOrNull('How they are taken, for example `card`.'),
  payment_id: text('The payment that gave it.'),
}
const refund = {
  policy_id,
  payment_id: text('The payment that it gives back.'),
  amount: amount('How much it gives back.'),
  currency,
}

export const invoiceForms = {
  'invoice.issued': firstForm(
    'An invoice or a credit note was made. That of a sale comes with `policy.issued`.',
    {
      ...invoice,
      kind: oneOf(['sale', 'transaction', 'instalment', 'credit_note', 'fee'], 'What it is for.'),
      amount: amount('Its total: what it asks for, or what a credit note gives back.'),
      due_day: optional(day('The day on which it is due; a credit note has none.')),
    },
  ),
  'invoice.settled': firstForm('Nothing of an invoice is open any more.', {
    ...invoice,
    payment_id: textOrNull('The payment that settled it; null where credit did.'),
    version_id: optional(text('The version whose order left nothing of it open.')),
  }),
  'invoice.reopened': firstForm('Money was taken back: the invoice is owed again.', {
    ...invoice,
    payment_id: text('The payment that was taken back.'),
    amount: amount('What is open again.'),
  }),
  'invoice.written_off': firstForm('What an invoice has open was given up.', {
    ...invoice,
    amount: amount('What was given up.'),
  }),
}

export const paymentForms = {
  'payment.pending': firstForm('A payment was begun, and its provider is asked.', payment),
  'payment.ok': firstForm('A payment was made.', {
    ...payment,
    on_account: optional(flag('True where it is promised, and received later.')),
  }),
  'payment.failed': firstForm('A payment was not made.', {
    ...payment,
    error_code: text('Why, as the provider says it.'),
  }),
  'payment.late': firstForm('Money came for a payment that had failed.', {
    ...payment,
    applied: flag('Whether it still pays; otherwise it is given back.'),
  }),
  'payment.in_doubt': firstForm('Nobody knows whether a payment was made: a person has to look.', {
    ...payment,
    why: oneOf(['unconfirmed', 'contradicted'], 'What is wrong with it.'),
  }),
  'payment.resolved': firstForm('A person has said how a payment ended.', {
    ...payment,
    outcome: oneOf(['ok', 'failed'], 'How it ended.'),
  }),
  'payment.charged_back': firstForm('The money of a payment was taken back.', payment),
}

export const receiptForms = {
  'receipt.recorded': firstForm('Money that came by itself was posted for an invoice.', {
    policy_id,
    invoice_id: text('The invoice that it was posted for.'),
    amount: payment.amount,
    currency,
    received_on: day('The day on which it came.'),
  }),
  'receipt.unmatched': firstForm('Nobody knows what money of a bank file is for.', {
    why: oneOf(
      ['no_number', 'unknown_number', 'several_numbers', 'other_currency', 'invoice_settled'],
      'Why it was matched with no invoice.',
    ),
    amount: payment.amount,
    currency,
    received_on: day('The day on which it came.'),
  }),
  'receipt.dismissed': firstForm('A person has said that money of a bank file is for no invoice.', {
    amount: payment.amount,
    currency,
    received_on: day('The day on which it came.'),
  }),
}

export const mandateForms = {
  'mandate.given': firstForm('The next instalments can be taken.', mandate),
  'mandate.replaced': firstForm('Another mandate has taken its place.', mandate),
  'mandate.revoked': firstForm('The customer has revoked it.', mandate),
  'mandate.declined': firstForm('Its provider takes nothing by it any more.', mandate),
}

export const refundForms = {
  'refund.created': firstForm('Money is to be given back.', refund),
  'refund.ok': firstForm('Money was given back.', {
    ...refund,
    by_hand: optional(flag('True where a person has done it.')),
  }),
  'refund.failed': firstForm('Money could not be given back.', {
    ...refund,
    error_code: text('Why, as the provider says it.'),
  }),
  'refund.in_doubt': firstForm('Nobody knows whether money was given back.', {
    ...refund,
    why: oneOf(['unconfirmed', 'failed'], 'What is wrong with it.'),
  }),
  'refund.retried': firstForm('A refund that failed is tried again.', {
    ...refund,
    attempt: count('Which attempt this is.'),
  }),
}
