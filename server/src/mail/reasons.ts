import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const mailNotFound = notFound('Mail', {
  code: 'mail_not_found',
  when: 'There is no such mail.',
  example: exampleIds.mail,
})

export const mailNotParked = reason({
  kind: 'not_open',
  code: 'mail_not_parked',
  when: 'The mail was not given up: it is still tried, or was sent, or is never sent.',
  message: (id: string, state: string) =>
    `Mail ${id} is ${state}. Only a mail that is parked can be sent again.`,
  example: [exampleIds.mail, 'waiting'],
})

export const mailServerNotFound = reason({
  kind: 'not_found',
  code: 'mail_server_not_found',
  when: 'You have no mail server of your own in this mode.',
  message: 'You have no mail server of your own. PUT /manage/mail_server sets one.',
})

export const mailServerInvalid = reason({
  kind: 'validation_failed',
  code: 'mail_server_invalid',
  when: 'The address or the key of the mail server is missing or not usable.',
  message: (field: string, form: string) => `The field ${field} must be ${form}.`,
  errors: (field) => [{ code: 'invalid_value', field, rules: ['regex'] }],
  example: ['url', 'an address such as smtps://user:password@mail.example.com'],
})

export const suppressionNotFound = notFound('Suppressed address', {
  code: 'suppressed_address_not_found',
  when: 'There is no such suppressed address.',
  example: exampleIds.suppression,
})

export const addressAlreadySuppressed = reason({
  kind: 'validation_failed',
  code: 'address_already_suppressed',
  when: 'The address is on the list.',
  message: 'The address is on the suppression list.',
})

export const noDeliveryReport = reason({
  kind: 'malformed_request',
  code: 'no_delivery_report',
  when: 'The body is no delivery report (RFC 3464) with an action and a status code.',
  message: 'The message is no delivery report: it has no part message/delivery-status.',
})

export const returnAddressUnknown = reason({
  kind: 'validation_failed',
  code: 'return_address_unknown',
  when: 'The report did not arrive at the return address of a mail of yours, or its signature is wrong.',
  message:
    'The report was not sent to the return address of a mail that you have sent in this mode.',
})

export const returnAddressExpired = reason({
  kind: 'too_late',
  code: 'return_address_expired',
  when: 'The mail was sent more than 30 days ago.',
  message: 'The return address has expired: the mail was sent more than 30 days ago.',
})
