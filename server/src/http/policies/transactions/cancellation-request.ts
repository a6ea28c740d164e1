import {
  alreadyCancelled,
  notPaid,
  policyExpired,
  terminationAfterEnd,
  terminationBeforeStart,
  terminationIsNoDate,
} from '../../../policy-transactions/index.ts'
import { transactionReasons } from './transaction-request.ts'

/** Why a cancellation is refused, be it ordered or only looked at. */
export const cancellationReasons = [
  ...transactionReasons,
  terminationIsNoDate,
  terminationBeforeStart,
  terminationAfterEnd,
  notPaid,
  alreadyCancelled,
  policyExpired,
]
