import { moment } from '../../wire/example-ids.ts'

const provider = {
  issuer: 'https://login.example.com/realms/staff',
  client_id: 'bindery',
  scopes: ['openid', 'email', 'profile'],
  group_claim: 'groups',
  group_roles: { 'insurance-service': ['service'], 'insurance-it': ['administrator'] },
  default_roles: [],
  just_in_time: true,
  enforced: false,
}

export const setUpRequestExample = {
  ...provider,
  client_secret: 'fd0b1b6c9a3f4f6f8f2f7c1a54d3a9be',
}

export const singleSignOnExample = {
  ...provider,
  redirect_uri: 'https://api.insurer.example/console/sso/callback',
  sign_in_url: 'https://api.insurer.example/console/sso/demo-insurance',
  created_at: moment,
  changed_at: moment,
}
