import { moment } from '../../wire/example-ids.ts'

const shared = {
  from: 'service@insurer.example',
  test_addresses: ['@insurer.example'],
  bounce_domain: 'bounces.insurer.example',
}

export const setMailServerExample = {
  ...shared,
  url: 'smtps://service:secret@mail.insurer.example',
}

export const mailServerExample = {
  ...shared,
  livemode: false,
  address: 'smtps://mail.insurer.example:465',
  user: 'service',
  dkim: null,
  changed_at: moment,
}

export const testMailServerExample = { to: 'it@insurer.example' }

export const testedMailServerExample = {
  ok: false,
  reply: 'no answer (EDNS)',
}
