import { allAllowed, ids, moment } from '../wire/example-ids.ts'

const mail = {
  id: ids.mail,
  policy_id: ids.policy,
  event_id: ids.event,
  event_type: 'policy.issued',
  recipient: 'policyholder',
  state: 'sent',
  problem: null,
  next_at: null,
  failures: 0,
  content_hash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  bytes: 184512,
  replies: [{ at: moment, outcome: 'accepted', reply: '250 2.0.0 Ok: queued as 4F2A1' }],
  delivery: null,
  dated_at: moment,
  created_at: moment,
}

export const mailExample = mail

export const resentMailExample = {
  ...mail,
  state: 'ready',
  next_at: moment,
  replies: [{ at: moment, outcome: 'permanent', reply: '550 5.1.1 No such user' }],
}

export const mailDetailExample = {
  ...mail,
  from: 'service@insurer.example',
  to: 'robin@example.com',
  subject: 'Your policy CYB-7K2MPQ4X',
  text: 'Dear Robin Sample,\n\nyour policy is attached.\n',
  html: '<!DOCTYPE html>\n<html lang="en" dir="ltr">…</html>\n',
  attachments: [{ name: 'Policy CYB-7K2MPQ4X.pdf', content_hash: mail.content_hash }],
  allowed: allAllowed('resend'),
  message: 'RnJvbTogRGVtbyBJbnN1cmFuY2UgPHNlcnZpY2VAaW5zdXJlci5leGFtcGxlPg==',
}
