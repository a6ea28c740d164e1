import { policyholderExample } from '../wire/policyholder.ts'
import { allAllowed, ids, moment } from '../wire/example-ids.ts'
import { paymentsExample } from '../payments/examples.ts'

const summary = {
  id: ids.invoice,
  number: null,
  reference: null,
  policy_id: ids.policy,
  product_id: ids.product,
  livemode: false,
  kind: 'sale',
  state: 'settled',
  total: 146241,
  open: 0,
  currency: 'eur',
  issue_date: '2028-11-20',
  due_date: '2029-01-01',
  created_at: moment,
}

export const invoicesExample = [{ ...summary, ...policyholderExample }]

export const invoiceExample = {
  ...summary,
  ...policyholderExample,
  lines: [
    {
      kind: 'period',
      text: null,
      first_day: '2029-01-01',
      last_day: '2029-12-31',
      amount: 146241,
      tax: 23349,
      tax_rate: '19',
      fee: 0,
    },
  ],
  payments: paymentsExample,
  payment_token: null,
  allowed: {
    write_off: {
      allowed: false,
      code: 'invoice_not_open',
      reason: `Invoice ${ids.invoice} is not open: it is settled.`,
    },
    defer: {
      allowed: false,
      code: 'invoice_not_open',
      reason: `Invoice ${ids.invoice} is not open: it is settled.`,
    },
    ...allAllowed('record_receipt'),
  },
}

export const deferInvoiceExample = {
  due_date: '2029-03-15',
  reason: 'Salary comes on the 14th. Agreed by phone.',
}
export const deferredExample = {
  ...summary,
  number: 'TEST-2028-000001',
  reference: 'RF16TEST2028000001',
  state: 'open',
  open: 146241,
  due_date: deferInvoiceExample.due_date,
}
export const writeOffExample = { reason: 'The company was dissolved.' }
export const writtenOffExample = { ...summary, state: 'written_off' }
