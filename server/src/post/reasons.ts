import { exampleIds, notFound, reason } from '../kernel/index.ts'

export const letterNotFound = notFound('Letter', {
  code: 'letter_not_found',
  when: 'There is no such letter for the post.',
  example: exampleIds.postLetter,
})

export const letterNotPosted = reason({
  kind: 'not_open',
  code: 'letter_not_sent',
  when: 'The letter is not recorded as posted, so it can neither arrive nor come back.',
  message: (id: string, state: string) =>
    `Letter ${id} is ${state}. Record the day on which it was posted first: POST /manage/letters/${id}/sent.`,
  example: [exampleIds.postLetter, 'waiting'],
})
