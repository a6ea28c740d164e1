import { ids, moment } from '../wire/example-ids.ts'

/** When the customer gave up the business. */
export const later = '2028-11-20T15:40:00+00:00'

export const happened = (
  id: string,
  [sequence, type]: readonly [number, string],
  data: object,
  created_at: string,
) => ({
  id,
  type,
  livemode: false,
  subject_id: ids.policy,
  policy_id: ids.policy,
  version_id: ids.policyVersion,
  sequence,
  data_version: 1,
  data,
  created_at,
  clock_at: null,
})

export const offerCreated = happened(
  'evt_01b0acc58e20f0013c788dfafea8',
  [1, 'offer.created'],
  { status: 'ready', version_id: ids.policyVersion },
  moment,
)

export const cancellationRequested = happened(
  'evt_01b0acc6ef402296fd9a5fa3f762',
  [4, 'policy.cancellation_requested'],
  { version_id: ids.cancelledVersion },
  later,
)

export const eventsExample = [cancellationRequested, offerCreated]
