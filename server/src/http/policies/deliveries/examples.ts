import { ids, moment } from '../../wire/example-ids.ts'

export const recordDeliveryExample = {
  document: 'policy',
  delivered_on: '2028-11-20',
  evidence: 'Registered letter, signed for on delivery.',
}

export const deliveryExample = {
  id: ids.delivery,
  policy_id: ids.policy,
  ...recordDeliveryExample,
  recorded_by: ids.insurer,
  recorded_at: moment,
}
