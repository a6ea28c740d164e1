export { askForMissed } from './ask-for-instalments.ts'
export { billingJobs } from './background-jobs.ts'
export { type DecimalSign, decimalSigns } from './bank-amount.ts'
export { type BankFile, BankFileRefused } from './bank-file.ts'
export { type BankReceipt, receiptStates, unmatchedReasons } from './bank-receipt.ts'
export { dueUntilOf, findInvoice, searchInvoices } from './find-invoice.ts'
export { type LineFate, importReceipts } from './import-receipts.ts'
export { type AccountEntry, type PolicyAccount, readAccount, totalOf } from './read-account.ts'
export { type RenewalPreview, previewRenewal } from './preview-renewal.ts'
export { searchReceipts } from './receipt-store.ts'
export { openReceiptFaults } from './receipt-faults.ts'
export { recordReceipt, refusalOfReceipt } from './record-receipt.ts'
export { dismissReceipt, matchReceipt, refusalOfSettling } from './settle-receipt.ts'
export { entryComesBefore, entryKinds } from './statement.ts'
export { refusalOfWriteOff, writeOff } from './write-off.ts'
export { type DeferredInvoice, deferInvoice, refusalOfDeferral } from './manual/defer-invoice.ts'
export {
  type EnteredMoney,
  enterMoney,
  refusalOfReversal,
  reverseEntry,
} from './manual/enter-money.ts'
export { type ManualEntry, actOfKind, taxIn } from './manual/manual-entry.ts'
export { selectManualEntries } from './manual/manual-entry-store.ts'
export * from './manual/reasons.ts'
export * from './reasons.ts'
