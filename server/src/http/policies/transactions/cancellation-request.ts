import {
  alreadyCancelled,
  notPaid,
  policyExpired,
  terminationAfterEnd,
  terminationTooEarly,
  terminationBeforeStart,
  terminationIsNoDate,
} from '../../../policy-transactions/index.ts'
import { transactionReasons } from './transaction-request.ts'

/** Why a cancellation or its preview is refused. */
export const cancellationReasons = [
  ...transactionReasons,
  terminationIsNoDate,
  terminationBeforeStart,
  terminationAfterEnd,
  terminationTooEarly,
  notPaid,
  alreadyCancelled,
  policyExpired,
]
