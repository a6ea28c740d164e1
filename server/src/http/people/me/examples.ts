import { ids, moment } from '../../wire/example-ids.ts'
import { signInRequestExample } from '../examples.ts'

export const changePasswordExample = {
  current_password: signInRequestExample.password,
  password: 'nine quiet herons count boats',
}
export const changeMeExample = { name: 'Anna Frei' }
export const changeEmailExample = {
  current_password: signInRequestExample.password,
  email: 'anna.frei@example.com',
}
export const emailChangeExample = {
  email: changeEmailExample.email,
  expires_at: '2028-11-21T09:15:00+00:00',
}

export const createTokenExample = {
  account_id: ids.insurer,
  livemode: false,
  name: 'reports on my laptop',
  valid_days: 90,
}
export const tokenId = 'utk_01b0acc58e20c3f5cb6ba6d8b0de'
const { valid_days: _, ...shown } = createTokenExample
export const tokenExample = {
  id: tokenId,
  ...shown,
  hint: '2dbe',
  created_at: moment,
  expires_at: '2029-02-18T09:15:00+00:00',
  last_used_on: null,
  revoked_at: null,
}
export const newTokenExample = {
  ...tokenExample,
  token: 'ut_test_dbe8308d71d13e670eacde35981f4e0edfd5ce2181432dbe',
}
export const revokedTokenExample = { ...tokenExample, revoked_at: moment }
