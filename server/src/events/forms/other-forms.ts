import { count, firstForm, oneOf, optional, text, textOrNull } from './form.ts'

const document = {
  version_id: optional(text('The version that it is of; left out where that is an invoice.')),
  invoice_id: optional(text('The invoice that it is; left out for all others.')),
  occasion: oneOf(
    [
      'offer',
      'policy',
      'endorsement',
      'cancellation',
      'reinstatement',
      'invoice',
      'credit_note',
      'renewal_notice',
      'reminder',
      'notice',
      'suspension',
      'lapse',
    ],
    'What it was made for.',
  ),
  designation: text('Which document it is.'),
  language: text('Its language.'),
}
const productVersion = { product_version_id: text('The version of the product.') }
const failing = {
  failing_since: textOrNull('Since when it only fails; null where it does not.'),
}

export const documentForms = {
  'document.rendered': firstForm('A document is ready.', {
    ...document,
    content_hash: text('SHA-256 of its content, which never changes.'),
    bytes: count('How long it is.'),
  }),
  'document.failed': firstForm('A document could not be made.', {
    ...document,
    reason: text('Where and why.'),
  }),
}

export const productForms = {
  'product.pushed': firstForm('A version of a product is for sale in test mode.', productVersion),
  'product.published': firstForm('A version of a product is for sale.', productVersion),
}

export const leadForms = {
  'lead.created': firstForm('A customer has saved a sale to go on with it later.', {
    item_id: text('The item that is to be insured.'),
  }),
  'lead.expired': firstForm('A saved sale was not gone on with, and is forgotten.', {}),
}

export const webhookForms = {
  'webhook.failing': firstForm('A webhook has only failed for a day.', failing),
  'webhook.disabled': firstForm('A webhook is told nothing any more.', {
    ...failing,
    because: oneOf(['order', 'gone', 'failing'], 'Why it was disabled.'),
  }),
  'webhook.test': firstForm('Nothing has happened: somebody tries out a webhook.', {}),
}
