import { ids, moment } from '../wire/example-ids.ts'

export const personIds = {
  user: 'usr_01b0acc58e20a1f5cb6ba6d8b0de',
  session: 'ses_01b0acc58e20b2f5cb6ba6d8b0de',
}

export const signInRequestExample = {
  email: 'anna.keller@example.com',
  password: 'seven calm otters read maps',
}

export const personExample = {
  id: personIds.user,
  email: signInRequestExample.email,
  name: 'Anna Keller',
}

export const sessionExample = {
  id: personIds.session,
  is_current: true,
  method: 'password',
  address: '192.0.2.10',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  created_at: moment,
  last_seen_at: moment,
  expires_at: '2028-11-20T21:15:00+00:00',
}

export const signedInExample = {
  next: null,
  ticket: null,
  person: personExample,
  session: sessionExample,
}

const account = {
  id: ids.insurer,
  kind: 'insurer',
  key: 'demo-insurance',
  name: 'Demo Insurance',
}

export const meExample = {
  person: personExample,
  session: sessionExample,
  factors: { has_password: true, has_totp: true, passkeys: 1 },
  key_id: null,
  account,
  livemode: false,
  time_zone: 'Europe/Berlin',
  permissions: [
    { permission: 'quotes.read', limits: [{ product_ids: null, distributor_ids: null }] },
  ],
  accounts: [{ ...account, roles: ['service'] }],
}
