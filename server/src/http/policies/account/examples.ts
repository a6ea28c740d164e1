import { ids } from '../../wire/example-ids.ts'

const moment = { date: '2028-11-20', at: '2028-11-20T09:15:00+00:00' }
const nothing = {
  first_day: null,
  last_day: null,
  total: null,
  due_date: null,
  provider: null,
  reason: null,
  document: null,
}

export const accountExample = {
  policy_id: ids.policy,
  currency: 'eur',
  on: '2028-11-20',
  owed: 0,
  entries: [
    {
      ...nothing,
      ...moment,
      kind: 'charge',
      id: ids.policyVersion,
      amount: 146_241,
      owed: 146_241,
      first_day: '2029-01-01',
      last_day: '2029-12-31',
    },
    {
      ...nothing,
      ...moment,
      kind: 'invoice',
      id: ids.invoice,
      amount: 0,
      owed: 146_241,
      total: 146_241,
      due_date: '2029-01-01',
    },
    {
      ...nothing,
      ...moment,
      kind: 'payment',
      id: ids.payment,
      amount: -146_241,
      owed: 0,
      total: 146_241,
      provider: 'invoice',
    },
  ],
  open_invoices: [],
}
