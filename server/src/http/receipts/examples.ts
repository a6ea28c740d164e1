import { allAllowed, ids, moment } from '../wire/example-ids.ts'
import { paymentsExample } from '../payments/examples.ts'

export const recordReceiptExample = {
  amount: 146241,
  currency: 'eur',
  received_on: '2028-11-20',
  reference: 'Cyber 2029, thank you',
}
export const recordedReceiptExample = {
  ...paymentsExample[0],
  method: 'transfer',
  invoice_id: ids.invoice,
  received_on: '2028-11-20',
}

export const bankFileExample =
  'Date;Reference;Amount\n2028-11-17;Rent November;-1.200,00\n2028-11-20;Brandt Maschinenbau, cyber;1.462,41\n'

const unmatched = {
  id: ids.receipt,
  livemode: false,
  state: 'unmatched',
  why: 'no_number',
  amount: 146241,
  currency: 'eur',
  received_on: '2028-11-20',
  reference: 'Brandt Maschinenbau, cyber',
  bank_id: null,
  invoice_id: null,
  payment_id: null,
  reason: null,
  imported_at: moment,
}
export const receiptsExample = [{ ...unmatched, allowed: allAllowed('match', 'dismiss') }]

export const importedReceiptsExample = {
  lines: 2,
  new: 1,
  known: 0,
  outgoing: 1,
  matched: 0,
  unmatched: 1,
  receipts: [
    {
      line: 3,
      is_new: true,
      id: ids.receipt,
      state: 'unmatched',
      why: 'no_number',
      amount: 146241,
      invoice_id: null,
    },
  ],
}
export const bankFileProblemsExample = [
  {
    file: 'statement.csv',
    place: 'line 3',
    message: '"soon" in Date is not a date.',
    fix: 'Write it as 2027-12-31 or 31.12.2027.',
  },
]

export const matchExample = { invoice_id: ids.invoice }
export const matchedReceiptExample = {
  ...unmatched,
  state: 'matched',
  why: null,
  invoice_id: ids.invoice,
  payment_id: ids.payment,
}
export const dismissExample = { reason: 'A supplier gave money back.' }
export const dismissedReceiptExample = {
  ...unmatched,
  state: 'dismissed',
  why: null,
  reason: 'A supplier gave money back.',
}
