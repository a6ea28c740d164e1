import type { Static } from 'typebox'
import {
  alreadyCancelled,
  notPaid,
  policyExpired,
  terminationAfterEnd,
  terminationTooEarly,
  terminationBeforeStart,
  terminationIsNoDate,
  cancellationDateInvalid,
  cancellationKindMissing,
  cancellationKindNotPermitted,
  cancellationKindUnknown,
  cancellationReasonUnknown,
  cancellationRightOver,
  eventDateMissing,
  noticeNotKept,
  type CancellationRequest,
} from '../../../policy-transactions/index.ts'
import type { cancelPolicyBody, cancellationTerms } from './cancellation.ts'
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
  cancellationKindMissing,
  cancellationKindUnknown,
  cancellationReasonUnknown,
  cancellationKindNotPermitted,
  cancellationDateInvalid,
  eventDateMissing,
  cancellationRightOver,
  noticeNotKept,
]

/** The kind that a request names, and what belongs to it. */
export function readCancellationTerms(
  body: Pick<Static<typeof cancelPolicyBody>, keyof typeof cancellationTerms>,
): CancellationRequest['requested'] {
  return {
    kind: body.cancellation_kind ?? null,
    reasonCode: body.cancellation_reason_code ?? null,
    receivedOn: body.received_on ?? null,
    occurredOn: body.occurred_on ?? null,
  }
}
