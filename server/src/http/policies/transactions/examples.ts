import { ids, linkTo } from '../../wire/example-ids.ts'

const statusLink = linkTo(`/policies/${ids.policy}/versions/${ids.cancelledVersion}/status`)

export const cancellationRequestExample = {
  cancellation_reason: 'The customer gave up the business.',
  termination_date: '2029-06-30',
}

export const endMoveRequestExample = { termination_date: '2029-05-31' }

export const adjustmentRequestExample = {
  term: '2029-01-01',
  answers: { yearly_turnover: 240_000_000 },
}

export const reinstatementRequestExample = { gap: false }

export const acceptedTransactionExample = {
  policy_id: ids.policy,
  _links: { status: statusLink },
}

export const versionStatusExample = {
  policy_id: ids.policy,
  version_id: ids.cancelledVersion,
  status: 'active',
  payment: null,
  _links: {
    _self: statusLink,
    policy: linkTo(`/policies/${ids.policy}`),
    documents: linkTo(`/policies/policies/${ids.policy}/assets?token=${ids.assetToken}`),
  },
}
