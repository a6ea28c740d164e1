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
