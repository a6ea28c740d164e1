const productYaml = `\
key: cyber-basic
name: Cyber Basic
languages: [en]
currency: EUR
time_zone: Europe/Berlin
policy_prefix: CYB
payment_plans:
  - key: yearly
    name: Yearly in advance
    type: recurring
    frequency: year
    methods:
      - { provider: invoice, method: invoice }
integrations:
  - key: webshop
    name: Alpine Brokers web shop
    distributor: alpine-brokers
`

const quoteJson = `\
{
  "quote": [
    { "name": "yearly_turnover", "path": "data", "validation": "integer|required|min:0" },
    { "name": "policy_start_date", "path": "data", "validation": "iso_date|required|after:today" }
  ],
  "quote_patch": [],
  "pricing_variables": []
}
`

const fieldsJson = `\
{
  "version": "1",
  "definition": {
    "policy": [
      { "name": "first_name", "path": null, "validation": "string|required" },
      { "name": "last_name", "path": null, "validation": "string|required" },
      { "name": "email", "path": null, "validation": "string|required|email" },
      { "name": "company_name", "path": "data", "validation": "string|required" }
    ]
  }
}
`

const pricingYaml = `\
kind: formula
inputs:
  yearly_turnover: integer
  policy_start_date: date
steps:
  minimum_premium: 21000
  net_premium_due: ROUND(MAX(yearly_turnover * 0.0005, minimum_premium), 0)
knockouts:
  turnover_too_high: yearly_turnover > 5000000000
outputs:
  net_premium: net_premium_due
  tax_rate: 0.19
  duration_strategy: '"fixed_start"'
  policy_start_date: policy_start_date
`

const pricesYaml = `\
- name: a small business pays the minimum premium
  input:
    yearly_turnover: 4000000
    policy_start_date: tomorrow
  expect:
    outputs:
      gross_payment_amount: 24990
`

const checkoutYaml = `\
fields:
  yearly_turnover: { label: Yearly turnover, money: true }
`

const encode = (text: string) => Buffer.from(text).toString('base64')

/** A whole product, as small as one can be, so that the documented requests can be tried as they are. */
export const folderExample = {
  files: {
    'checkout.yaml': encode(checkoutYaml),
    'fields.json': encode(fieldsJson),
    'pricing.yaml': encode(pricingYaml),
    'product.yaml': encode(productYaml),
    'quote.json': encode(quoteJson),
    'tests/prices.yaml': encode(pricesYaml),
  },
}

export const priceRequestExample = {
  ...folderExample,
  data: { yearly_turnover: 185000000, policy_start_date: '2029-01-01' },
}

/** The smallest file that is a PDF: an empty page. */
const emptyPage = `\
%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842]>> endobj
3 0 obj <</Type /Page /Parent 2 0 R>> endobj
trailer <</Root 1 0 R>>
`

const documentsYaml = `\
documents:
  - designation: terms
    name: { en: Terms and conditions }
    with: [offer, policy]
`

/** The same product with a document that is attached as it is. */
export const previewTransactionExample = {
  files: {
    ...folderExample.files,
    'documents/documents.yaml': encode(documentsYaml),
    'documents/terms.en.pdf': encode(emptyPage),
  },
  document: 'terms',
  language: 'en',
}

export const previewedExample = {
  valid: true,
  problems: [],
  documents: [
    {
      designation: 'terms',
      name: 'Terms and conditions',
      occasion: 'offer',
      language: 'en',
      item: 'cyber-basic',
      extension: 'pdf',
      content: encode(emptyPage),
      cancellation_kind: null,
      cancellation_reason_code: null,
      invented_because: null,
    },
  ],
}

const mailTemplate = `\
Subject: Your policy {{policy.number}}

Dear {{customer.name}}, {{insurer.name}} covers you.
`

/** The same product with a mail. */
export const previewMailsExample = {
  files: { ...folderExample.files, 'mails/policy.issued.en.md': encode(mailTemplate) },
  language: 'en',
}

export const previewedMailsExample = {
  valid: true,
  problems: [],
  mails: [
    {
      event: 'policy.issued',
      language: 'en',
      sent: false,
      sender: 'Demo Insurance',
      subject: 'Your policy CYB-7K2MPQ4X',
      text: 'Dear Robin Sample, Demo Insurance covers you.\n',
      html: '<!DOCTYPE html>\n<html lang="en" dir="ltr">…</html>\n',
      attachments: [],
      invented_because: null,
    },
  ],
}

export const explainedPriceExample = {
  outcome: 'priced',
  result: {
    gross_payment_amount: 110075,
    gross_premium: 110075,
    premium_tax: 17575,
    net_premium: 92500,
    net_net_premium: 92500,
    net_commission_total: 0,
    tax_rate: 0.19,
    billing_cycles: null,
    duration_strategy: 'fixed_start',
    policy_start_date: '2029-01-01',
    policy_end_date: null,
    policy_duration: null,
    flow: null,
    extra_data: {},
  },
  steps: [
    { place: 'input yearly_turnover', formula: '', value: '185000000' },
    { place: 'input policy_start_date', formula: '', value: '2029-01-01' },
    {
      place: 'knockout turnover_too_high',
      formula: 'yearly_turnover > 5000000000',
      value: 'FALSE',
    },
    { place: 'step minimum_premium', formula: '21000', value: '21000' },
    {
      place: 'step net_premium_due',
      formula: 'ROUND(MAX(yearly_turnover * 0.0005, minimum_premium), 0)',
      value: '92500',
    },
    { place: 'output net_premium', formula: 'net_premium_due', value: '92500' },
    { place: 'output tax_rate', formula: '0.19', value: '0.19' },
    { place: 'output duration_strategy', formula: '"fixed_start"', value: 'fixed_start' },
    { place: 'output policy_start_date', formula: 'policy_start_date', value: '2029-01-01' },
  ],
}

/** A quote on that product with those answers. */
export const explainedQuoteExample = {
  quote_id: 'qu_01b0acc58e202a700c3b996a633b',
  product_version_id: 'prv_01b0acc58e2076b789c7b09520c1',
  pricing_logic_revision_id: 'plr_01b0acc58e20d2b3f0a6c1e84f57',
  kind: 'formula',
  customer_input: { yearly_turnover: 185_000_000, policy_start_date: '2029-01-01' },
  quoted_on: '2028-11-20',
  quoted: explainedPriceExample.result,
  is_same: true,
  recomputed: explainedPriceExample,
}

/** Of the folder with another currency. */
export const problemsExample = [
  {
    file: 'product.yaml',
    place: 'line 4, currency',
    message: '"EURO" is not an ISO 4217 currency.',
    fix: 'Write a code such as EUR or CHF.',
  },
]
