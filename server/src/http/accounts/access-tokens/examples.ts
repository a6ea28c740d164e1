import { allAllowed, ids, moment } from '../../wire/example-ids.ts'

export const tokenRequestExample = { name: 'quote form' }

const tokenExample = {
  id: ids.accessToken,
  account_id: ids.insurer,
  ...tokenRequestExample,
  created_at: moment,
  revoked_at: null,
}

export const tokensExample = [{ ...tokenExample, allowed: allAllowed('revoke') }]

export const newTokenExample = {
  ...tokenExample,
  token: 'at_3d9c21b64f5e8a07d1c2b3948576a0f1e2d3c4b5a6978869',
}

export const revokedTokenExample = { ...tokenExample, revoked_at: moment }
