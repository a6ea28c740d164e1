import { allAllowed, ids, moment } from '../wire/example-ids.ts'

export const enterMoneyExample = {
  kind: 'goodwill',
  amount: 2000,
  text: 'With our apologies for the delay',
  reason: 'Claim took five weeks. Agreed by phone.',
}

export const manualEntryExample = {
  id: ids.manualEntry,
  policy_id: ids.policy,
  kind: 'goodwill',
  amount: 2000,
  tax: 0,
  tax_rate: null,
  currency: 'eur',
  text: enterMoneyExample.text,
  reason: enterMoneyExample.reason,
  invoice_id: ids.invoice,
  reverses: null,
  created_at: moment,
}

export const listedEntryExample = {
  ...manualEntryExample,
  reversed_by: null,
  allowed: allAllowed('reverse'),
}

export const manualEntriesExample = {
  policy_id: ids.policy,
  entries: [listedEntryExample],
  allowed: allAllowed('enter', 'pay_out'),
}

export const reverseEntryExample = { reason: 'Entered for the wrong policy.' }

export const reversalExample = {
  ...manualEntryExample,
  amount: -2000,
  ...reverseEntryExample,
  reverses: 'ent_01b0acc58e20000000a3f1c0d9e7',
}
