import { allAllowed, ids, moment } from '../wire/example-ids.ts'

export const enterMoneyExample = {
  kind: 'fee',
  amount: 500,
  text: 'Second certificate',
  reason: 'Asked for by phone.',
}

export const manualEntryExample = {
  id: ids.manualEntry,
  policy_id: ids.policy,
  kind: 'fee',
  amount: 500,
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
  allowed: {
    ...allAllowed('enter'),
    pay_out: {
      allowed: false,
      code: 'no_credit',
      reason: `The customer of policy ${ids.policy} has no credit that can be paid out.`,
    },
  },
}

export const reverseEntryExample = { reason: 'Entered for the wrong policy.' }

export const reversalExample = {
  ...manualEntryExample,
  amount: -500,
  ...reverseEntryExample,
  reverses: 'ent_01b0acc58e20000000a3f1c0d9e7',
}
