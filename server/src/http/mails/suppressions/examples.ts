import { allAllowed, ids, moment } from '../../wire/example-ids.ts'

export const suppressAddressExample = { address: 'robin@example.com', note: 'Asked by telephone.' }

export const suppressedAddressExample = {
  id: ids.suppression,
  livemode: false,
  ...suppressAddressExample,
  reason: 'person',
  mail_id: null,
  reply: null,
  created_at: moment,
  allowed: allAllowed('release'),
}
