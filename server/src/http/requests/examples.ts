import { ids, moment } from '../wire/example-ids.ts'

export const loggedRequestExample = {
  id: '1024',
  request_id: '0f1c9b3e-6a0d-4d5e-9f43-1c2b7a6e8d90',
  account_id: ids.insurer,
  actor_id: ids.key,
  method: 'POST',
  route: '/policies/:policyId/cancel',
  status: 412,
  code: 'stale_version',
  duration_ms: 14,
  answered_at: moment,
}

export const requestErrorsExample = {
  since: '2028-11-14',
  errors: [
    {
      method: 'POST',
      route: '/policies/:policyId/cancel',
      status: 412,
      code: 'stale_version',
      times: 7,
      last_at: moment,
      last_request_id: loggedRequestExample.request_id,
    },
  ],
  gaps: [],
}
