import {
  amount,
  count,
  currency,
  day,
  firstForm,
  flag,
  oneOf,
  optional,
  text,
  textOrNull,
} from './form.ts'

const document = {
  version_id: optional(text('The policy version of the document; left out for an invoice.')),
  invoice_id: optional(text('The invoice; left out for other documents.')),
  occasion: oneOf(
    [
      'offer',
      'policy',
      'endorsement',
      'cancellation',
      'withdrawal',
      'reinstatement',
      'adjustment',
      'deferral',
      'invoice',
      'credit_note',
      'renewal_notice',
      'reminder',
      'notice',
      'suspension',
      'lapse',
      'revival',
    ],
    'The occasion of the document.',
  ),
  designation: text('The designation of the document in the product.'),
  language: text('The language of the document.'),
}
const productVersion = { product_version_id: text('The version of the product.') }
const failing = {
  failing_since: textOrNull(
    'The time since which every delivery has failed; null if the last one succeeded.',
  ),
}

export const documentForms = {
  'document.rendered': firstForm('A document is ready.', {
    ...document,
    content_hash: text('SHA-256 of the content, which never changes.'),
    bytes: count('The size of the file.'),
  }),
  'document.failed': firstForm('A document could not be rendered.', {
    ...document,
    reason: text('Where and why it failed.'),
  }),
}

const handed = {
  designation: text('The designation of the document in the product.'),
  content_hash: text('SHA-256 of the document.'),
}

export const handoverForms = {
  'handover.recorded': firstForm(
    'A customer has received a document before the contract: opened it by its link, or was sent it.',
    {
      ...handed,
      version_id: text('The version of the offer that the document belongs to.'),
      kind: oneOf(
        ['ipid', 'terms', 'information', 'withdrawal_instruction'],
        'What the document is.',
      ),
      language: text('The language of the document.'),
      by: oneOf(['download', 'mail'], 'How it was handed over.'),
      mail_id: textOrNull('The mail that carried it; null where it was opened by its link.'),
    },
  ),
  'handover.voided': firstForm('The mail that carried a document came back.', {
    ...handed,
    mail_id: text('The mail.'),
  }),
}

export const productForms = {
  'product.pushed': firstForm(
    'A version of a product was pushed. It is a draft, which can be sold in test mode.',
    productVersion,
  ),
  'product.published': firstForm(
    'A version of a product was published. It is on sale.',
    productVersion,
  ),
  'product.price_out_of_range': firstForm(
    'A quote failed because its price is above the largest amount. Reported once an hour for each product.',
    {
      ...productVersion,
      item_id: text('The item that was quoted.'),
      pricing_logic_revision_id: text('The revision of its pricing logic.'),
      place: text(
        'The output of the pricing that is too large, for example `output gross_premium`.',
      ),
      price: text('The price in whole minor units, as a text of digits.'),
    },
  ),
}

export const accountingForms = {
  'month.closed': firstForm('A month was closed and summed. Nothing is posted into it any more.', {
    month: text('The month, for example `2028-10`.'),
    postings: count('How many postings were posted in it.'),
    digest: text('SHA-256 of its postings, chained to that of the month before.'),
  }),
}

const customers = {
  customer_id: text('The customer that stands for both.'),
  other_customer_id: text('The other customer.'),
}

export const customerForms = {
  'customer.joined': firstForm('A person found two customers to be one.', customers),
  'customer.split': firstForm('Two customers that were joined are two again.', customers),
}

const commissionStatement = {
  distributor_id: text('The distributor.'),
  month: text('The month, for example `2028-10`.'),
  amount: amount('What the distributor is owed; below zero what is carried forward.'),
  currency,
}

export const commissionForms = {
  'commission.agreed': firstForm('Commission was agreed with a distributor.', {
    distributor_id: text('The distributor.'),
    first_day: day('The agreement holds for policies sold from this day on.'),
  }),
  'commission.statement_made': firstForm(
    'The commission statement of a distributor and month was made.',
    commissionStatement,
  ),
  'commission.statement_done': firstForm(
    'A commission statement was paid out or set off.',
    commissionStatement,
  ),
}

const massEndorsement = {
  product_id: text('The product whose policies are changed.'),
  kind: text('The kind of change, for example `tax_rate`.'),
}

export const massEndorsementForms = {
  'mass_endorsement.started': firstForm('A mass endorsement was started.', massEndorsement),
  'mass_endorsement.stopped': firstForm('A mass endorsement was stopped.', massEndorsement),
  'mass_endorsement.resumed': firstForm('A mass endorsement goes on.', massEndorsement),
  'mass_endorsement.done': firstForm('A mass endorsement has looked at all policies.', {
    ...massEndorsement,
    applied: count('How many policies were changed.'),
    skipped: count('How many policies need no change.'),
    failed: count('How many policies could not be changed.'),
  }),
}

const mail = {
  policy_id: textOrNull(
    'The policy that the mail is about; null for the receipt of a declared withdrawal.',
  ),
  event_id: text('The event that sends the mail.'),
  event_type: text('Its type.'),
}

const report_hash = text('SHA-256 of the report, as it came.')

export const mailForms = {
  'mail.composed': firstForm('A mail was composed. It is not changed any more.', {
    ...mail,
    content_hash: text('SHA-256 of the whole message, with its headers and attachments.'),
    bytes: count('The size of the message.'),
    is_kept: flag('Whether it is kept and never sent: there is no mail server, or in test mode.'),
  }),
  'mail.sent': firstForm('A mail server has accepted a mail. That is no proof of its delivery.', {
    ...mail,
    content_hash: text('SHA-256 of the whole message.'),
  }),
  'mail.delivered': firstForm('A report says that a mail is in the mailbox of its recipient.', {
    ...mail,
    content_hash: text('SHA-256 of the whole message.'),
    status: text('The status code of the report (RFC 3463), such as `2.1.5`.'),
    report_hash,
  }),
  'mail.bounced': firstForm('A report says that a mail came back.', {
    ...mail,
    content_hash: text('SHA-256 of the whole message.'),
    status: text('The status code of the report (RFC 3463), such as `5.1.1`.'),
    report_hash,
  }),
  'mail.parked': firstForm('A mail could not be composed or sent: a person has to see to it.', {
    ...mail,
    reason: text('Why, without personal data.'),
  }),
}

const letter = {
  policy_id: text('The policy that the letter is about.'),
  subject_id: text('The letter of dunning that it is.'),
}

export const letterForms = {
  'letter.due': firstForm('A letter has to be sent by post.', letter),
  'letter.sent': firstForm('A letter was posted.', {
    ...letter,
    sent_on: day('The day on which it was posted.'),
  }),
  'letter.delivered': firstForm('A letter is known to have arrived.', {
    ...letter,
    delivered_on: day('The day on which it arrived.'),
  }),
  'letter.returned': firstForm('A letter came back.', {
    ...letter,
    returned_on: day('The day on which it came back.'),
  }),
}

const withdrawal = { product_id: text('The product on whose page it was declared.') }

export const withdrawalForms = {
  'withdrawal.received': firstForm('A customer has declared a withdrawal.', withdrawal),
  'withdrawal.settled': firstForm('A declared withdrawal has led to the end of a policy.', {
    ...withdrawal,
    policy_id: text('The policy.'),
  }),
  'withdrawal.refused': firstForm('The insurer has refused a declared withdrawal.', withdrawal),
}

export const leadForms = {
  'lead.created': firstForm('A customer has saved a sale to continue it later.', {
    item_id: text('The item to be insured.'),
  }),
  'lead.expired': firstForm('A saved sale was not continued in time and is deleted.', {}),
}

export const webhookForms = {
  'webhook.failing': firstForm('Every delivery to a webhook has failed for a day.', failing),
  'webhook.disabled': firstForm('A webhook was disabled and receives no more events.', {
    ...failing,
    because: oneOf(['request', 'gone', 'failing'], 'Why it was disabled.'),
  }),
  'webhook.test': firstForm('A test message for a webhook.', {}),
}

const approval = {
  act: text('What the act is, for example `write_offs`.'),
  call: text('The call that was requested, by its operationId.'),
  subject_id: text('What the act is about.'),
}

export const approvalForms = {
  'approval.requested': firstForm('An act waits for a second person.', approval),
  'approval.approved': firstForm('A second person has approved an act. It is done.', approval),
  'approval.declined': firstForm('A second person has declined an act.', approval),
  'approval.withdrawn': firstForm('The request for an act was withdrawn.', approval),
  'approval.expired': firstForm('Nobody has decided about an act in time.', approval),
}
