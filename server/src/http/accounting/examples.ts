import { policyholderExample } from '../wire/policyholder.ts'
import { chart } from '../../ledger/index.ts'
import { ids, moment } from '../wire/example-ids.ts'

const charged = {
  booking_day: '2028-11-20',
  value_day: '2028-12-01',
  service_from: '2028-12-01',
  service_to: '2029-11-30',
  debit: 'receivable',
  currency: 'eur',
  tax_rate: '19',
  cause: `charge ${ids.policyVersion} 2028-12-01`,
  corrects: null,
  reason: null,
  policy_id: ids.policy,
  product_id: ids.product,
  distributor_id: ids.distributor,
  posted_at: moment,
}

export const journalExample = [
  { id: '2028-11-20.1', number: 1, ...charged, credit: 'premium', amount: 122_900 },
  { id: '2028-11-20.2', number: 2, ...charged, credit: 'tax', amount: 23_351 },
]

export const journalCsvExample =
  'id,number,booking_day,value_day,service_from,service_to,debit,credit,amount,currency,tax_rate,cause,corrects,reason,policy_id,product_id,distributor_id,posted_at\n'

export const trialBalanceExample = {
  from: '2028-11-01',
  to: '2028-11-30',
  accounts: [
    { currency: 'eur', account: 'cash', opening: 0, debit: 146_251, credit: 0, closing: 146_251 },
    { currency: 'eur', account: 'tax', opening: 0, debit: 0, credit: 23_351, closing: -23_351 },
    {
      currency: 'eur',
      account: 'premium',
      opening: 0,
      debit: 0,
      credit: 122_900,
      closing: -122_900,
    },
  ],
}

export const taxesExample = {
  from: '2028-11-01',
  to: '2028-11-30',
  lines: [
    {
      country: 'DE',
      class_of_business: 'cyber',
      currency: 'eur',
      rate: '19',
      premium: 122_900,
      tax: 23_351,
    },
  ],
}

export const chartExample = [{ account: 'receivable', ...chart.receivable }]

export const closingExample = {
  id: ids.closing,
  month: '2028-10',
  state: 'closed',
  closed_at: moment,
  closed_by: { kind: 'key', id: ids.key },
  postings: 0,
  totals: [],
  digest: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
}

export const summingExample = { ...closingExample, state: 'summing', postings: null, digest: null }

export const closingsExample = [closingExample]

export const earnedPremiumExample = {
  policy_id: ids.policy,
  policy_number: 'CYB-9QW2RT5Z',
  product_id: ids.product,
  distributor_id: ids.distributor,
  currency: 'eur',
  written: 122892,
  earned: 10437,
  unearned: 112455,
}

export const earnedPremiumRowsExample =
  'policy_id,product_id,distributor_id,currency,written,earned,unearned,policy_number\n' +
  `${ids.policy},${ids.product},${ids.distributor},eur,122892,10437,112455,CYB-9QW2RT5Z\n`

export const openItemExample = {
  invoice_id: ids.invoice,
  number: null,
  policy_id: ids.policy,
  ...policyholderExample,
  product_id: ids.product,
  kind: 'sale',
  currency: 'eur',
  total: 146241,
  open: 146241,
  issue_date: '2028-11-20',
  due_date: '2029-01-01',
  overdue_days: 30,
  bucket: '1_30',
}

export const openItemRowsExample =
  'invoice_id,number,policy_id,product_id,kind,currency,total,open,issue_date,due_date,' +
  'overdue_days,bucket\n' +
  `${ids.invoice},,${ids.policy},${ids.product},sale,eur,146241,146241,2028-11-20,` +
  '2029-01-01,30,1_30\n'

export const openItemTotalsExample = {
  currency: 'eur',
  not_due: 0,
  overdue_1_30: 146241,
  overdue_31_60: 0,
  overdue_61_90: 0,
  overdue_over_90: 0,
  not_invoiced: 0,
  receivable: 146241,
}
