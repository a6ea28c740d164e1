import { exampleIds, notFound } from '../kernel/index.ts'

export const mailNotFound = notFound('Mail', {
  code: 'mail_not_found',
  when: 'There is no such mail.',
  example: exampleIds.mail,
})
