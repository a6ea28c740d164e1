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
  amount: amount('The amount.'),
  currency,
  provider: text('The payment provider, for example `invoice`.'),
}
const invoice = { policy_id, currency }
const mandate = {
  policy_id,
  provider: text('The payment provider.'),
  method: textOrNull('The payment method, for example `card`.'),
  payment_id: textOrNull('The payment with which it was given; null if it was given by a link.'),
}
const refund = {
  policy_id,
  payment_id: text('The refunded payment.'),
  amount: amount('The refunded amount.'),
  currency,
}

export const invoiceForms = {
  'invoice.issued': firstForm(
    'An invoice or a credit note was issued. That of a sale comes with `policy.issued`.',
    {
      ...invoice,
      kind: oneOf(
        ['sale', 'transaction', 'instalment', 'credit_note', 'fee', 'manual_fee', 'correction'],
        'What the invoice is for.',
      ),
      amount: amount('The total: the amount to pay, or the amount that a credit note credits.'),
      due_day: optional(day('The day on which it is due; a credit note has none.')),
    },
  ),
  'invoice.settled': firstForm('An invoice is settled in full.', {
    ...invoice,
    payment_id: textOrNull(
      'The payment that settled it; null if credit of the customer settled it.',
    ),
    version_id: optional(text('The version whose transaction settled it.')),
  }),
  'invoice.reopened': firstForm('A payment was charged back: the invoice is open again.', {
    ...invoice,
    payment_id: text('The payment that was charged back.'),
    amount: amount('The amount that is open again.'),
  }),
  'invoice.debit_announced': firstForm(
    'The customer must be notified of a debit: how much is taken, and when. Sent anew when that changes.',
    {
      ...invoice,
      amount: amount('The amount that is taken.'),
      debit_day: day('The day of the debit.'),
      mandate_id: text('The mandate by which it is taken.'),
      mandate_reference: textOrNull('The reference of the mandate, as the bank shows it.'),
      creditor_id: textOrNull('The creditor identifier that the bank shows.'),
    },
  ),
  'invoice.deferred': firstForm('The due day of an invoice was moved to a later day.', {
    ...invoice,
    amount: amount('The open amount.'),
    due_day_before: day('The due day until then.'),
    due_day: day('The due day from now on.'),
  }),
  'invoice.written_off': firstForm('The open amount of an invoice was written off.', {
    ...invoice,
    amount: amount('The amount written off.'),
  }),
}

export const paymentForms = {
  'payment.pending': firstForm('A payment was started with its provider.', payment),
  'payment.ok': firstForm('A payment was made.', {
    ...payment,
    on_account: optional(flag('True if the money is received later.')),
  }),
  'payment.failed': firstForm('A payment failed.', {
    ...payment,
    error_code: text('The reason, as the provider gives it.'),
  }),
  'payment.action_required': firstForm(
    'A customer has to confirm a payment that was to be collected without them.',
    {
      ...payment,
      invoice_id: textOrNull('The invoice that it pays.'),
      mandate_id: textOrNull('The mandate by which it is collected.'),
    },
  ),
  'payment.late': firstForm('Money was received for a payment that had failed.', {
    ...payment,
    applied: flag('Whether the money was applied; otherwise it is refunded.'),
  }),
  'payment.in_doubt': firstForm(
    'It is unknown whether a payment was made: a person has to decide.',
    {
      ...payment,
      why: oneOf(['unconfirmed', 'contradicted'], 'Why it is in doubt.'),
    },
  ),
  'payment.resolved': firstForm('A person has decided the outcome of a payment.', {
    ...payment,
    outcome: oneOf(['ok', 'failed'], 'The outcome.'),
  }),
  'payment.charged_back': firstForm('A payment was charged back.', payment),
}

const dispute = {
  policy_id,
  payment_id: text('The payment that is disputed.'),
  state: text('The state of the dispute.'),
  amount: amount('The amount in dispute.'),
  currency,
  reason: text('Why, as the provider says it.'),
  evidence_due_at: textOrNull('By when evidence has to be sent; null if none is asked for.'),
}

export const disputeForms = {
  'dispute.opened': firstForm('A customer disputes a payment at the bank.', dispute),
  'dispute.updated': firstForm('A dispute is in another state and not decided.', dispute),
  'dispute.won': firstForm('A dispute was won: the money comes back.', dispute),
  'dispute.lost': firstForm('A dispute was lost: the money is gone.', dispute),
  'dispute.closed': firstForm('A dispute ended without a decision, and no money moved.', dispute),
}

export const paymentProviderForms = {
  'payment_provider.refused': firstForm(
    'A payment provider refuses your account: nothing is collected until the account works again.',
    {
      provider: payment.provider,
      reason: text('What the provider said, for example that the key was revoked.'),
    },
  ),
}

export const receiptForms = {
  'receipt.recorded': firstForm('Money received by bank was posted to an invoice.', {
    policy_id,
    invoice_id: text('The invoice that it was posted to.'),
    amount: payment.amount,
    currency,
    received_on: day('The day on which the money was received.'),
  }),
  'receipt.unmatched': firstForm('A receipt in a bank file matches no invoice.', {
    why: oneOf(
      [
        'no_number',
        'unknown_number',
        'several_numbers',
        'other_currency',
        'other_amount',
        'invoice_settled',
      ],
      'Why it matches no invoice.',
    ),
    amount: payment.amount,
    currency,
    received_on: day('The day on which the money was received.'),
  }),
  'receipt.dismissed': firstForm(
    'A person has decided that a receipt in a bank file pays no invoice.',
    {
      amount: payment.amount,
      currency,
      received_on: day('The day on which the money was received.'),
    },
  ),
}

export const mandateForms = {
  'mandate.given': firstForm(
    'A customer gave a mandate: instalments can be collected with it.',
    mandate,
  ),
  'mandate.replaced': firstForm('A mandate was replaced by another one.', mandate),
  'mandate.revoked': firstForm('A mandate was revoked.', {
    ...mandate,
    revoked_by: oneOf(
      ['provider', 'account'],
      'The provider that reports it, or the account that revoked it for the customer.',
    ),
  }),
  'mandate.declined': firstForm('The provider no longer accepts a mandate.', mandate),
}

export const refundForms = {
  'refund.created': firstForm('A refund was created.', refund),
  'refund.ok': firstForm('A refund was paid.', {
    ...refund,
    by_hand: optional(flag('True if a person paid it outside of the platform.')),
  }),
  'refund.failed': firstForm('A refund failed.', {
    ...refund,
    error_code: text('The reason, as the provider gives it.'),
  }),
  'refund.in_doubt': firstForm('It is unknown whether a refund was paid.', {
    ...refund,
    why: oneOf(['unconfirmed', 'failed'], 'Why it is in doubt.'),
  }),
  'refund.retried': firstForm('A failed refund is tried again.', {
    ...refund,
    attempt: count('The number of the attempt.'),
  }),
}

const payout = {
  policy_id,
  refund_id: textOrNull('The refund that it carries out; null for credit.'),
  amount: amount('The amount that is paid out.'),
  currency,
}

export const payoutForms = {
  'payout.created': firstForm(
    'Money is to be paid out by bank: a person has to see to it.',
    payout,
  ),
  'payout.done': firstForm('A payout was paid by the bank.', {
    ...payout,
    paid_on: day('The day on which the bank paid it.'),
  }),
  'payout.failed': firstForm('The bank did not carry out a payout. It is still to be paid.', {
    ...payout,
    keeps_account: flag('Whether it is tried again with the same account.'),
  }),
  'payout.returned': firstForm('The bank sent a payout back. It is still to be paid.', {
    ...payout,
    keeps_account: flag('Whether it is tried again with the same account.'),
  }),
  'payout.cancelled': firstForm('A payout was cancelled: the amount is credit again.', payout),
}
