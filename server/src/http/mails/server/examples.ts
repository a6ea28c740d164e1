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

export const checkedSenderExample = {
  livemode: true,
  is_own: true,
  from: 'service@insurer.example',
  bounce_domain: null,
  records: [
    {
      purpose: 'spf',
      name: 'insurer.example',
      type: 'TXT',
      state: 'missing',
      found: [],
      value: 'v=spf1 a:mail.insurer.example ~all',
      remarks: ['If your mail provider names a term of its own, such as include:, publish that.'],
    },
    {
      purpose: 'mx',
      name: 'insurer.example',
      type: 'MX',
      state: 'ok',
      found: ['10 mail.insurer.example.'],
      value: null,
      remarks: [],
    },
  ],
}
