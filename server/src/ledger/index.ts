export {
  type ChargedDays,
  type DatedPosting,
  selectChargedDays,
  selectKeptAndOwed,
  selectPostingsOf,
} from './account-store.ts'
export { ledgerJobs } from './background-jobs.ts'
export { type LedgerAccount, chart, ledgerAccounts } from './chart.ts'
export {
  type Closing,
  insertClosing,
  lockLedger,
  selectClosing,
  selectClosings,
  updateClosingSummed,
} from './closing-store.ts'
export { type MoneyOfDay, readMoneyOfDay, selectPostedDays } from './day-store.ts'
export { type PostedPeriod, selectPostedPeriods } from './posted-periods-store.ts'
export { type Cause, isOfCommission, readCause } from './cause.ts'
export {
  type ChargedCommission,
  type CommissionHistory,
  type PaidInvoice,
  type PostedCommission,
  type Recovery,
  postCommission,
  postCommissionPayout,
  selectCommissionHistories,
  selectPostedCommission,
} from './commission-store.ts'
export {
  type Deferral,
  insertDeferral,
  selectDeferral,
  selectNewestDeferral,
} from './deferral-store.ts'
export { type FaultKind, type MoneyMoved, ledgerFaults } from './ledger-faults.ts'
export { selectLedgers } from './ledgers-store.ts'
export { arrearsMoved } from './arrears-moved.ts'
export { chargeFee } from './charge-fee.ts'
export { type Billed, billPeriods } from './bill-periods.ts'
export { postChargeBack } from './post-charge-back.ts'
export { postPayment } from './post-payment.ts'
export { postDisputeLoss, postProviderMoney } from './post-provider-money.ts'
export { postDismissedReceipt, postUnmatchedReceipt } from './post-unmatched.ts'
export {
  postFailedRefund,
  postMadeRefund,
  postRefund,
  postRefundByHand,
  postReturnedRefund,
  postUnowed,
} from './post-refunds.ts'
export { type Sale, salesPosted } from './post-sales.ts'
export { type ManualAmount, type ManualKind, manualKinds, postManual } from './post-manual.ts'
export { postWriteOff } from './post-write-off.ts'
export {
  type Charged,
  type BillingAdjustment,
  arrearsOf,
  previewBilling,
} from './preview-billing.ts'
export {
  type Invoice,
  type InvoiceKind,
  type InvoiceState,
  invoiceIdOf,
  invoiceKinds,
  isFee,
} from './invoice.ts'
export { deferralDocumentsDue, invoiceDocumentsDue } from './invoice-documents.ts'
export {
  type OpenItem,
  type OpenItemBucket,
  type OpenItemSearch,
  openItemBuckets,
  searchOpenItems,
  sumOpenItems,
} from './open-items-store.ts'
export { proposeInvoice } from './propose-invoice.ts'
export {
  type InvoiceNumber,
  invoiceNumber,
  creditorReference,
  invoiceReference,
  readInvoiceNumber,
} from './invoice-number.ts'
export {
  type InvoiceSearch,
  searchInvoices,
  selectInvoicesByNumber,
  selectNumbers,
} from './invoice-search-store.ts'
export {
  type IssuedInvoice,
  type NewestIssued,
  selectInvoiceBefore,
  selectIssuedInvoice,
  selectNewestIssued,
} from './issued-store.ts'
export {
  selectInvoice,
  selectInvoicesOf,
  selectOpenInvoices,
  selectTokenInvoices,
  updateInvoiceTokens,
  voidInvoice,
} from './invoice-store.ts'
export {
  selectBalances,
  billsMade,
  selectCharged,
  selectChargedBy,
  selectChargedByVersion,
  selectWaiting,
} from './ledger-store.ts'
export type { TaxOf, InvoicedCharge } from './lines-of.ts'
export { type Till, changeOf, payableByBank, writtenOffBy } from './postings.ts'
export { oweInvoice } from './owe-invoice.ts'
export {
  type BookingDays,
  type LedgerScope,
  type JournalPlace,
  type JournalPosting,
  type JournalSearch,
  type TaxedTurnover,
  type Turnover,
  selectCorrected,
  selectFirstCharges,
  selectJournal,
  selectTaxedTurnover,
  selectTurnover,
} from './journal-store.ts'
export { keepNumbering } from './keep-numbering.ts'
export { numberInvoices } from './number-invoices.ts'
export { rebill } from './rebill.ts'
export { waiveFees, withoutOpenFees } from './waive-fees.ts'
