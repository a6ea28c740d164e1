export { bookOld } from './book-old.ts'
export {
  type BookedRefund,
  bookFailedRefund,
  bookRefund,
  bookRefundByHand,
} from './book-refunds.ts'
export { type Sale, salesBooked } from './book-sales.ts'
export { type Charged, foresee } from './foresee.ts'
export { invoiceDue } from './invoice-due.ts'
export { selectCharged, selectChargedBy, selectIfBooked, selectUnbooked } from './ledger-store.ts'
export type { Till } from './postings.ts'
export { reckon } from './reckon.ts'
