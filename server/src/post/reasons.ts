import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const letterNotFound = notFound('Letter', {
  code: 'letter_not_found',
  when: 'There is no such letter for the post.',
  example: exampleIds.postLetter,
})

export const letterSentAlready = reason({
  kind: 'not_open',
  code: 'letter_already_sent',
  when: 'The letter was sent before and has not come back.',
  message: (id: string, state: string) =>
    `Letter ${id} is ${state}. Only a letter that waits, or has come back, is sent.`,
  example: [exampleIds.postLetter, 'sent'],
})

export const letterNotPosted = reason({
  kind: 'not_open',
  code: 'letter_not_sent',
  when: 'The letter is not recorded as sent, so it can neither arrive nor come back.',
  message: (id: string, state: string) =>
    `Letter ${id} is ${state}. Record first that it was sent: POST /manage/letters/${id}/sent.`,
  example: [exampleIds.postLetter, 'waiting'],
})
