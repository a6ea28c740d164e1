import {
  alreadyCancelled,
  notPaid,
  policyExpired,
  terminationAfterEnd,
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
  notPaid,
  alreadyCancelled,
  policyExpired,
]
