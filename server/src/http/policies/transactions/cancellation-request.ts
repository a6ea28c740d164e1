import {
  alreadyCancelled,
  notPaid,
  policyExpired,
  terminationAfterEnd,
  terminationBeforeStart,
  terminationIsNoDate,
} from '../../../policy-transactions/index.ts'
import { orderReasons } from './transaction-request.ts'

/** Why a cancellation is refused, be it ordered or only looked at. */
export const cancellationReasons = [
  ...orderReasons,
  terminationIsNoDate,
  terminationBeforeStart,
  terminationAfterEnd,
  notPaid,
  alreadyCancelled,
  policyExpired,
]
