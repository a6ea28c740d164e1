import { ids } from '../../wire/example-ids.ts'
import { deliveryExample } from '../deliveries/examples.ts'

export const withdrawalRequestExample = { received_on: '2028-11-28', sent_on: '2028-11-25' }

export const withdrawalExample = {
  policy_id: ids.policy,
  is_offered: true,
  first_day: '2028-11-21',
  last_day: '2028-12-04',
  has_begun: true,
  is_open: true,
  is_early_cover_agreed: false,
  withdrawn_on: null,
  deliveries: [deliveryExample],
}
