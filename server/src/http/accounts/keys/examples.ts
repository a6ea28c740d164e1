import { allAllowed, moment } from '../../wire/example-ids.ts'
import { accountIds } from '../examples.ts'

export const keyRequestExample = {
  account_id: accountIds.newDistributor,
  kind: 'secret',
  livemode: false,
  name: 'web shop',
  roles: ['viewer'],
}

const keyExample = {
  id: accountIds.key,
  ...keyRequestExample,
  hint: '2dbe',
  created_at: moment,
  last_used_on: null,
  expires_at: null,
  revoked_at: null,
}

export const keysExample = [{ ...keyExample, allowed: allAllowed('rotate', 'revoke') }]

export const newKeyExample = {
  ...keyExample,
  key: 'sk_test_dbe8308d71d13e670eacde35981f4e0edfd5ce2181432dbe',
}

export const rotationRequestExample = { overlap_hours: 48 }

export const rotatedKeyExample = {
  ...keyExample,
  id: accountIds.rotatedKey,
  hint: 'cea3',
  key: 'sk_test_50f8fd62c6161b668e08cfecc0abf23947b3f22f21d9cea3',
}

/** A key that was rotated before it was revoked. */
export const revokedKeyExample = {
  ...keyExample,
  expires_at: '2028-11-22T09:15:00+00:00',
  revoked_at: moment,
}
