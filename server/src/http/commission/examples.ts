import { allAllowed, ids, moment } from '../wire/example-ids.ts'

export const agreeOnCommissionExample = {
  first_day: '2029-01-01',
  earned: 'payment',
  liability_months: 36,
  payout: 'paid_out',
}

export const commissionAgreementExample = {
  id: ids.commissionAgreement,
  distributor_id: ids.distributor,
  ...agreeOnCommissionExample,
  created_at: moment,
}

export const commissionAgreementsExample = {
  distributor_id: ids.distributor,
  agreements: [commissionAgreementExample],
  allowed: allAllowed('agree'),
}

export const commissionEntryExample = {
  id: ids.commissionEntry,
  policy_id: ids.policy,
  product_id: ids.product,
  distributor_id: ids.distributor,
  agreement_id: ids.commissionAgreement,
  livemode: true,
  cause: 'payment',
  version_id: null,
  invoice_id: ids.invoice,
  amount: 833,
  currency: 'eur',
  booking_date: '2028-10-18',
  created_at: moment,
}

export const makeStatementExample = {
  distributor_id: ids.distributor,
  month: '2028-10',
  currency: 'eur',
}

export const commissionStatementExample = {
  id: ids.commissionStatement,
  distributor_id: ids.distributor,
  livemode: true,
  month: '2028-10',
  currency: 'eur',
  state: 'open',
  carried_forward: -1250,
  earned: 5000,
  clawed_back: -417,
  balance: 3333,
  entries: 7,
  payout: 'paid_out',
  created_at: moment,
  done_on: null,
  reference: null,
}

export const shownStatementExample = {
  ...commissionStatementExample,
  allowed: allAllowed('finish'),
}

export const finishStatementExample = {
  done_on: '2028-11-05',
  reference: 'Transfer 2028-11-05/17',
}

export const doneStatementExample = {
  ...commissionStatementExample,
  ...finishStatementExample,
  state: 'done',
}

export const statementRowsExample =
  'entry_id,booking_date,policy_id,product_id,cause,version_id,invoice_id,amount,currency\n' +
  `${ids.commissionEntry},2028-10-18,${ids.policy},${ids.product},payment,,${ids.invoice},833,eur\n`
